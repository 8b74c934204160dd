# The image of api nodes, workers and the command line. The node of both stages is the one that package.json pins;
# `npm run compose:check` holds them together.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No package's own script is needed to build. What is optional is: vite's compiler comes as one for each platform.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY apps apps
COPY libs libs
COPY projections projections
RUN node node_modules/typescript/bin/tsc -p tsconfig.build.json \
  && node node_modules/vite/bin/vite.js build --config apps/console/vite.config.ts

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
ENV NODE_OPTIONS="--max-semi-space-size=16 --max-old-space-size=512" MALLOC_ARENA_MAX=2
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist/apps dist/apps
COPY --from=build /app/dist/libs dist/libs
COPY --from=build /app/dist/projections dist/projections
COPY --from=build /app/dist/console dist/console
RUN printf '#!/bin/sh\nexec node /app/dist/apps/cli/src/main.js "$@"\n' > /usr/local/bin/garnitur \
  && chmod 755 /usr/local/bin/garnitur
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/v1/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/apps/service/src/main.js"]
