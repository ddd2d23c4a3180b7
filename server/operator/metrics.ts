import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type * as PrometheusModule from 'prom-client';
import type { FollowBacklog } from '../storage/follow/followers';
import { BOUNDS_SECONDS, type Measures } from './measures';

/** Values that are read on request; sizes are bytes. */
export interface Gauges {
  accounts(): number;
  databases(): {
    sockets: number;
    eventStreams: number;
    listens: number;
    /** The bytes that each database stores, and has in memory, by name. */
    stored: Record<string, { bytes: number; loaded: number }>;
  };
  dataFolder(): Promise<number>;
  /** Accounts with a device that is reminded, and messages that were begun. */
  reminders(): { accounts: number; waiting: number };
  followerBacklog(): FollowBacklog;
}

/** All metrics in Prometheus' text format. prom-client is loaded at the first request, to keep the start fast. */
export interface Metrics {
  answer(): Promise<Response>;
}

export function createMetrics(measures: Measures, gauges: Gauges): Metrics {
  let registry: ReturnType<typeof openRegistry> | undefined;
  return {
    async answer() {
      registry ??= openRegistry(measures, gauges);
      const { contentType, metrics } = await registry;
      return new Response(await metrics(), {
        headers: { 'content-type': contentType, 'cache-control': 'no-store' },
      });
    },
  };
}

type Prometheus = Pick<typeof PrometheusModule, 'Counter' | 'Gauge' | 'Histogram'>;
type Registers = { registers: PrometheusModule.Registry[] };

async function openRegistry(measures: Measures, gauges: Gauges) {
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const to = { registers: [registry] };
  addCounts(prometheus, to, measures);
  addGauges(prometheus, to, gauges);
  addFollowerGauges(prometheus, to, gauges);
  return { contentType: registry.contentType, metrics: () => registry.metrics() };
}

/** The counted requests and writes. */
function addCounts({ Counter, Histogram }: Prometheus, { registers }: Registers, measures: Measures) {
  new Counter({
    name: 'daywall_requests_total',
    help: 'Requests by what they are about and by the status of their answer',
    labelNames: ['kind', 'status'],
    registers,
    collect() {
      this.reset();
      for (const [name, value] of measures.requests) {
        const [kind, status] = name.split(' ') as [string, string];
        this.inc({ kind, status }, value);
      }
    },
  });
  new Counter({
    name: 'daywall_writes_total',
    help: 'Writes to the databases by their answer',
    labelNames: ['answer'],
    registers,
    collect() {
      this.reset();
      for (const [answer, value] of measures.writes) this.inc({ answer }, value);
    },
  });
  const name = 'daywall_write_seconds';
  const help = 'How long writes took until they were on disk, or refused';
  const histogram = new Histogram({ name, help, buckets: BOUNDS_SECONDS, registers });
  // prom-client accepts only single observations, not counts, so the histogram's values are written directly.
  Object.assign(histogram, {
    getForPromString: async () => ({ name, help, ...histogramOf(name, measures) }),
  });
}

/** Sizes and numbers that are read on request. */
function addGauges({ Gauge }: Prometheus, { registers }: Registers, gauges: Gauges) {
  const gauge = (of: string, about: string, look: () => number | Promise<number>) =>
    new Gauge({
      name: of,
      help: about,
      registers,
      async collect() {
        this.set(await look());
      },
    });
  gauge('daywall_accounts', 'Accounts', () => gauges.accounts());
  gauge('daywall_sockets', 'Open WebSockets', () => gauges.databases().sockets);
  gauge('daywall_event_streams', 'Open event streams', () => gauges.databases().eventStreams);
  gauge('daywall_listens', 'Places that are listened to', () => gauges.databases().listens);
  gauge(
    'daywall_reminded_accounts',
    'Accounts with a device that is reminded',
    () => gauges.reminders().accounts,
  );
  gauge(
    'daywall_reminders_waiting',
    'Reminders under way or to be tried again',
    () => gauges.reminders().waiting,
  );
  gauge('daywall_data_folder_bytes', 'Size of the files in the data folder', () => gauges.dataFolder());
  for (const [of, about, field] of [
    ['daywall_stored_bytes', 'What a database stores, as it is counted for quotas', 'bytes'],
    ['daywall_loaded_bytes', 'What of a database is in memory', 'loaded'],
  ] as const)
    new Gauge({
      name: of,
      help: about,
      labelNames: ['database'],
      registers,
      collect() {
        for (const [database, sizes] of Object.entries(gauges.databases().stored))
          this.set({ database }, sizes[field]);
      },
    });
}

/** How far the follower is behind; absent without followers. */
function addFollowerGauges({ Gauge }: Prometheus, { registers }: Registers, gauges: Gauges) {
  const followerGauge = (
    of: string,
    about: string,
    look: (backlog: FollowBacklog) => number | null | undefined,
  ) =>
    new Gauge({
      name: of,
      help: `${about}; absent when nobody follows`,
      registers,
      collect() {
        const value = look(gauges.followerBacklog());
        // Without a value it must be absent, because 0 means that the copy is complete.
        if (value == null) this.remove();
        else this.set(value);
      },
    });
  followerGauge('daywall_follower_backlog_seconds', 'How far the copy elsewhere is behind', backlog =>
    backlog?.milliseconds == null ? null : backlog.milliseconds / 1000,
  );
  followerGauge(
    'daywall_follower_backlog_commits',
    'What the copy elsewhere lacks',
    backlog => backlog?.commits,
  );
}

/** The counts as a histogram's values: each bucket includes all shorter durations. */
function histogramOf(name: string, { latencies, seconds }: Measures) {
  let sum = 0;
  const buckets = latencies.map((count, at) => ({
    metricName: `${name}_bucket`,
    labels: { le: BOUNDS_SECONDS[at] ?? '+Inf' },
    value: (sum += count),
  }));
  const totals = [
    { metricName: `${name}_sum`, labels: {}, value: seconds },
    { metricName: `${name}_count`, labels: {}, value: sum },
  ];
  return { type: 'histogram', values: [...buckets, ...totals] };
}

/** The total size in bytes of all files in a folder and its sub-folders; files that vanish meanwhile are ignored. */
export async function folderSize(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map(name =>
    stat(join(folder, name)).then(
      found => (found.isFile() ? found.size : 0),
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
