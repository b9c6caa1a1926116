# The image of compose.yaml. It contains the built front end and runs as a user without rights.
FROM node:24.21.0-bookworm-slim
WORKDIR /app
RUN mkdir /data && chown node:node /app /data
USER node
COPY --chown=node:node . .
# Installs, as bin/start does, and builds.
RUN bin/stamgast help && node_modules/node/bin/node operator/launch/build.ts
VOLUME /data
EXPOSE 3000
CMD ["bin/start"]
