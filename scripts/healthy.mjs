// Exits with 0 if this machine's server answers at PORT, else with 1, for a container's health check.
const url = `http://127.0.0.1:${process.env.PORT || 8080}/healthz`;
const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) }).catch(error => error);
if (!answer.ok) {
  console.error(`${url} ${answer.status ? `answers ${answer.status}` : 'does not answer'}.`);
  process.exitCode = 1;
}
