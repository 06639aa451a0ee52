# pnp serve --public. Never built yet; docs/how-to/serving.md says how to run it.
FROM python:3.13-slim
RUN apt-get update && apt-get install -y --no-install-recommends libcairo2 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements requirements
RUN pip install --no-cache-dir --no-deps --require-hashes --requirement requirements/make.txt
COPY pyproject.toml README.md LICENSE ./
COPY pnp pnp
COPY templates templates
RUN pip install --no-cache-dir --no-deps .
WORKDIR /
USER 65534
ENV PNP_CONFIG_DIR=/nonexistent PNP_DATA_DIR=/nonexistent
EXPOSE 8642
ENTRYPOINT ["pnp", "serve", "--public", "--address", "0.0.0.0"]
CMD ["--host", "games.example.org"]
