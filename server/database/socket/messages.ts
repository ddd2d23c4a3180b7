import type { Json } from '../../lib/types';
import type { Push } from '../tree/listens';
import type { Path } from '../tree/keys';
import { EXPORT, toText } from '../tree/text';
import { splitFrames } from './frames';

/** The frames of one message, which any number of sockets can send. */
export type Frames = readonly Buffer[];

function framesOf(text: string): Frames {
  return splitFrames(text).map(frame => Buffer.from(frame));
}

export function controlMessage(kind: string, data: Json): Frames {
  return framesOf(JSON.stringify({ t: 'c', d: { t: kind, d: data } }));
}

export function dataMessage(data: Json): Frames {
  return framesOf(JSON.stringify({ t: 'd', d: data }));
}

/** An answer whose payload is already JSON text. */
export function answerMessage(request: number, status: string, payload: string): Frames {
  return framesOf(`{"t":"d","d":{"r":${request},"b":{"s":${JSON.stringify(status)},"d":${payload}}}}`);
}

const untagged = new WeakMap<Push, Frames>();

/** A change as sent to its listeners. Built once for all of them, except those with a query tag. */
export function pushMessage(push: Push, tag: number | null): Frames {
  const known = tag === null ? untagged.get(push) : undefined;
  const frames = known ?? framesOf(pushText(push, tag));
  if (tag === null) untagged.set(push, frames);
  return frames;
}

function pushText(push: Push, tag: number | null): string {
  const data =
    push.kind === 'set'
      ? toText(push.value, EXPORT)
      : `{${push.values.map(([key, value]) => `${JSON.stringify(key)}:${toText(value, EXPORT)}`).join(',')}}`;
  return dataText(push.kind === 'set' ? 'd' : 'm', push.path, data, tag);
}

/** The message with a value at a path, whose text already exists. */
export function setMessage(path: Path, text: string, tag: number | null): Frames {
  return framesOf(dataText('d', path, text, tag));
}

function dataText(action: 'd' | 'm', path: Path, data: string, tag: number | null): string {
  const end = tag === null ? '' : `,"t":${tag}`;
  return `{"t":"d","d":{"a":"${action}","b":{"p":${JSON.stringify(path.join('/'))},"d":${data}${end}}}}`;
}
