/**
 * `npm run test:home`: tests the files for a home server without a container engine and without a running systemd.
 * Needs root and Debian's systemd, strace and caddy; a step whose tool is missing fails. Ends with 'N passed, N
 * failed'.
 */
import { containerSteps } from './container';
import { serviceSteps } from './service';

type Step = { name: string; run(): Promise<void> };

async function main(): Promise<void> {
  const counts = { passed: 0, failed: 0 };
  const only = process.argv[2] ?? '';
  const steps: Step[] = [...serviceSteps, ...containerSteps].filter(({ name }) => name.includes(only));
  for (const { name, run } of steps) {
    const problem = await run().then(
      () => null,
      (error: Error) => error,
    );
    console.log(`${problem ? '✗' : '✓'} ${name}${problem ? `: ${problem.message}` : ''}`);
    counts[problem ? 'failed' : 'passed'] += 1;
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

void main();
