# Pebble, the test authority of Let's Encrypt, from Debian.
FROM node:24.21.0-slim
RUN apt-get update && apt-get install --yes --no-install-recommends pebble && rm -rf /var/lib/apt/lists/*
USER node
CMD ["pebble", "-config", "/pebble/config.json"]
