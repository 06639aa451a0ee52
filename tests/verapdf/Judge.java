import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.ErrorArgument;
import org.verapdf.pdfa.validation.profiles.ErrorArgumentImpl;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Reference;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.RuleId;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.verapdf.pdfa.validation.validators.ValidatorFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Judges files by veraPDF, all in one Java machine.
 *
 * <p>Each line that it reads has flavours with commas between them, and files, with tabs between
 * them. For each of both it prints a line: the flavour, the file, the number of checks, and the
 * rules that are broken, with tabs between them; an empty line ends the answer. A file that cannot
 * be judged is told as such: no judgement is not a good one.
 */
public final class Judge {
  private static final Map<String, String> PROFILES =
      Map.of("2a", "PDFA-2A", "2b", "PDFA-2B", "ua1", "PDFUA-1");
  private static final int SHOWN = 1; // failed checks of each rule that are kept

  private Judge() {}

  public static void main(String[] arguments) throws Exception {
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      handler.setLevel(Level.OFF);
    }
    VeraGreenfieldFoundryProvider.initialise();
    Map<String, ValidationProfile> profiles = new HashMap<>();
    BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    PrintStream told = new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8);
    for (String line = asked.readLine(); line != null; line = asked.readLine()) {
      String[] words = line.split("\t");
      for (int number = 1; number < words.length; number++) {
        for (String flavour : words[0].split(",")) {
          if (!profiles.containsKey(flavour)) {
            profiles.put(flavour, profile(flavour));
          }
          told.println(judged(words[number], flavour, profiles.get(flavour)));
        }
      }
      told.println();
      told.flush();
    }
  }

  private static String judged(String file, String flavour, ValidationProfile profile) {
    try {
      return judge(file, flavour, profile);
    } catch (Exception fault) {
      return String.join("\t", "cannot be judged", file, String.valueOf(fault).replace('\n', ' '));
    }
  }

  private static String judge(String file, String flavour, ValidationProfile profile)
      throws Exception {
    try (InputStream in = Files.newInputStream(Path.of(file));
        PDFAParser parser =
            Foundries.defaultInstance().createParser(in, PDFAFlavour.fromString(flavour))) {
      PDFAValidator validator =
          ValidatorFactory.createValidator(profile, SHOWN, false, true, false);
      ValidationResult result = validator.validate(parser);
      Set<String> broken = new TreeSet<>();
      for (RuleId rule : result.getFailedChecks().keySet()) {
        broken.add(rule.getClause() + "-" + rule.getTestNumber());
      }
      if (result.isCompliant() != broken.isEmpty()) {
        throw new IllegalStateException("veraPDF contradicts itself about " + file);
      }
      String rules = String.join(" ", broken);
      return String.join("\t", flavour, file, "" + result.getTotalAssertions(), rules);
    }
  }

  /** Reads a profile with Java's own XML parser, for the package lacks the one of veraPDF. */
  private static ValidationProfile profile(String flavour) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    String name = "org/verapdf/pdfa/validation/" + PROFILES.get(flavour) + ".xml";
    Document document;
    try (InputStream in = Judge.class.getClassLoader().getResourceAsStream(name)) {
      document = factory.newDocumentBuilder().parse(in);
    }
    Element root = document.getDocumentElement();
    Set<Rule> rules = new LinkedHashSet<>();
    for (Element each : children(child(root, "rules"))) {
      rules.add(rule(each));
    }
    Set<Variable> variables = new LinkedHashSet<>();
    for (Element each : children(child(root, "variables"))) {
      variables.add(
          Profiles.variableFromValues(
              each.getAttribute("name"),
              each.getAttribute("object"),
              text(each, "defaultValue"),
              text(each, "value")));
    }
    PDFAFlavour known = PDFAFlavour.fromString(flavour);
    return Profiles.profileFromValues(
        known,
        Profiles.profileDetailsFromValues(known.getId(), "", "", new Date(0)),
        "",
        rules,
        variables);
  }

  private static Rule rule(Element rule) {
    Element id = child(rule, "id");
    Element error = child(rule, "error");
    List<ErrorArgument> arguments = new ArrayList<>();
    for (Element each : children(child(error, "arguments"))) {
      String name = each.hasAttribute("name") ? each.getAttribute("name") : null;
      arguments.add(ErrorArgumentImpl.fromValues(each.getTextContent(), name, null));
    }
    List<Reference> references = new ArrayList<>();
    for (Element each : children(child(rule, "references"))) {
      references.add(
          Profiles.referenceFromValues(
              each.getAttribute("specification"), each.getAttribute("clause")));
    }
    String deferred = rule.getAttribute("deferred");
    return Profiles.ruleFromValues(
        Profiles.ruleIdFromValues(
            PDFAFlavour.Specification.valueOf(id.getAttribute("specification")),
            id.getAttribute("clause"),
            Integer.parseInt(id.getAttribute("testNumber"))),
        rule.getAttribute("object"),
        deferred.isEmpty() ? null : Boolean.valueOf(deferred),
        rule.getAttribute("tags"),
        text(rule, "description"),
        text(rule, "test"),
        Profiles.errorFromValues(text(error, "message"), arguments),
        references);
  }

  private static List<Element> children(Element parent) {
    List<Element> found = new ArrayList<>();
    if (parent != null) {
      for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
        if (node instanceof Element) {
          found.add((Element) node);
        }
      }
    }
    return found;
  }

  private static Element child(Element parent, String name) {
    for (Element each : children(parent)) {
      if (each.getLocalName().equals(name)) {
        return each;
      }
    }
    return null;
  }

  private static String text(Element parent, String name) {
    Element found = child(parent, name);
    return found == null ? "" : found.getTextContent();
  }
}
