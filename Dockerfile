# The image of Crossrate: docker build -t crossrate . (docs/operations.md tells how to run it).
# BASE builds and lends its C library; it needs Node 24 and npm. The final image has no shell and nothing else of it.
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS packages
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# The secret is for an .npmrc that names another registry: --secret id=npmrc,src=$HOME/.npmrc
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci

FROM packages AS build
COPY . .
RUN BUILD_FOR_IMAGE=1 node -e "import('./lib/setup/ensure-build.mjs').then(({ ensureBuild }) => ensureBuild(process.execPath))"
RUN node lib/setup/deploy/gather-image.mjs /image/app \
 && mkdir -p /image/usr/local/bin /image/etc /data \
 && mkdir --mode=1777 /image/tmp \
 && cp /usr/local/bin/node /image/usr/local/bin/ \
 && ldd /usr/local/bin/node | grep -o '/[^ ]*' | xargs -I{} cp -L --parents {} /image \
 && echo 'crossrate:x:1000:1000::/data:/' > /image/etc/passwd

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=1000:1000 /data /data
ENV NODE_ENV=production \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/compile-cache \
    MALLOC_ARENA_MAX=1 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "lib/setup/deploy/health-check.mjs"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=4", "--max-old-space-size=384", "server.ts"]
