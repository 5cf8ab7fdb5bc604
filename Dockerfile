# The mock and the conformance suite in an image: `docker build -t hosting-contract .`
#   docker run --rm -p 127.0.0.1:4010:4010 hosting-contract
#   docker run --rm -v "$PWD:/work" hosting-contract conform https://staging.example/v1 --config target.json --mode safe

FROM node:24-slim AS build
WORKDIR /build
COPY .npmrc package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY tools/node-runtime/package.json tools/node-runtime/
RUN npm ci --workspaces=false --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY bin bin
COPY conformance conformance
COPY entry entry
COPY fixtures fixtures
COPY mocks mocks
COPY openapi openapi
COPY src src
COPY tools/browser-build.ts tools/build.ts tools/client-build.ts tools/console-build.ts tools/package-docs.ts tools/
RUN node tools/build.ts

FROM node:24-slim
WORKDIR /opt/hosting-contract
COPY .npmrc package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY tools/node-runtime/package.json tools/node-runtime/
RUN npm ci --omit=dev --workspaces=false --ignore-scripts && npm cache clean --force
# The driver of PostgreSQL for `mock --state postgres://…`: an optional peer dependency of the package, in the version of
# the lock file.
RUN npm pkg set "dependencies.pg=$(npm pkg get devDependencies.pg | tr -d '"')" && npm pkg delete devDependencies.pg \
  && npm install --omit=dev --workspaces=false --ignore-scripts && npm cache clean --force
COPY bin/launch.js bin/
COPY --from=build /build/dist dist
RUN ln -s /opt/hosting-contract/bin/launch.js /usr/local/bin/hosting-contract
# Reports and target files are where the command is run.
WORKDIR /work
USER node
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=2s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_mock/v1/health').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["hosting-contract"]
CMD ["mock", "--host", "0.0.0.0"]
