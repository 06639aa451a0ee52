# Save each card of a script of Squib as it is drawn, before anything is cut off.
#
#     ruby -I squib/lib squib_faces.rb deck.rb folder
#
# The picture of card 0 of the first deck is folder/1_00.png.

require 'fileutils'

# Libraries that check or report, and do not draw, may be missing.
def stand_in(name, constant)
  require name
rescue LoadError
  $LOADED_FEATURES << "#{name}.rb"
  idle = Class.new(Module) do
    def method_missing(*) = self
    def respond_to_missing?(*) = true
    def const_missing(_) = self
  end
  Object.const_set(constant, idle.new)
end

stand_in('ruby-progressbar', :ProgressBar)
stand_in('classy_hash', :ClassyHash)
require 'squib'

FOLDER = File.expand_path(ARGV[1])
FileUtils.mkdir_p FOLDER
DECKS = []
Cairo::Color::GREY = Cairo::Color::GRAY unless Cairo::Color.const_defined?(:GREY)

class Squib::Card
  def make_surface(*)
    Cairo::ImageSurface.new(@width, @height)
  end

  def finish!
    DECKS << @deck unless DECKS.include?(@deck)
    @cairo_surface.write_to_png(format('%s/%d_%02d.png', FOLDER, DECKS.size, @index))
  end
end

class Squib::Deck
  %i[save_pdf save_sheet hand showcase].each { |name| define_method(name) { |*, **| } }
end

load File.expand_path(ARGV[0])
