# One stage builds the app; the other has what runs it, and nothing else.
FROM node:24-slim AS build
WORKDIR /daywall
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data BACKUP_DIR=/backups
WORKDIR /daywall
COPY --from=build /daywall/package.json /daywall/package-lock.json /daywall/database.rules.json /daywall/firebase.json ./
COPY --from=build /daywall/node_modules ./node_modules
COPY --from=build /daywall/scripts ./scripts
COPY --from=build /daywall/server ./server
COPY --from=build /daywall/shared ./shared
COPY --from=build /daywall/dist ./dist
RUN install -d -o node -g node -m 700 /data /backups /follow
USER node
VOLUME ["/data", "/backups"]
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "scripts/healthy.mjs"]
CMD ["node", "scripts/serve.mjs"]
