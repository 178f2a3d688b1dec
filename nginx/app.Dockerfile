# One image per part. Build from the root of the repository:
# docker build -f nginx/app.Dockerfile --build-arg PART=portal-app .
ARG PART

FROM node:24-slim AS build
ARG PART
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY shared-ui/package.json shared-ui/
COPY ${PART}/package.json ${PART}/
RUN npm ci --workspace contract --workspace shared-ui --workspace ${PART}
COPY tsconfig.base.json tsconfig.browser.json ./
COPY scripts/compress.ts scripts/
COPY contract contract
COPY shared-ui shared-ui
COPY ${PART} ${PART}
RUN npm run build --workspace ${PART} \
  && node --input-type=module -e "import { compressFiles } from './scripts/compress.ts'; await compressFiles('${PART}/dist')"

FROM nginx:1.30-alpine
ARG PART
COPY nginx/nginx.conf /etc/nginx/nginx.conf
COPY nginx/snippets /etc/nginx/snippets
COPY nginx/app /etc/nginx/templates
COPY --from=build /app/${PART}/dist /usr/share/nginx/files
# The configuration is made in /tmp when the container starts: the rest may be read-only.
ENV FILES_DIRECTORY=/usr/share/nginx/files \
  LISTEN=8080 \
  HEALTH_LISTEN=127.0.0.1:8081 \
  NGINX_ENVSUBST_OUTPUT_DIR=/tmp
USER nginx
EXPOSE 8080
