import { DockerfileParser, type Instruction } from 'dockerfile-ast';

export type Copy = { from: string | null; sources: string[]; target: string };
export type Step = { run: string } | { copy: Copy };

/** A stage of a Dockerfile: its steps on files in order, and its settings of the container. */
export interface Stage {
  name: string | null;
  image: string;
  steps: Step[];
  workdir: string;
  env: Record<string, string>;
  user: string | null;
  volumes: string[];
  command: string[];
  healthCheck: string[];
}

/** Parses the stages of a Dockerfile of this project. Throws for an unknown instruction. */
export function stagesOf(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') stages.push(begin(instruction));
    else read(stages.at(-1)!, instruction);
  }
  return stages;
}

const words = (instruction: Instruction) => instruction.getArguments().map(argument => argument.getValue());

function begin(from: Instruction): Stage {
  const [image = '', , name = null] = words(from);
  return {
    ...{ name, image, workdir: '/', user: null },
    ...{ steps: [], env: {}, volumes: [], command: [], healthCheck: [] },
  };
}

function read(stage: Stage, instruction: Instruction): void {
  const text = instruction.getTextContent().slice(instruction.getInstruction().length).trim();
  const list = () => JSON.parse(text.slice(text.indexOf('['))) as string[];
  const readers: Record<string, () => unknown> = {
    WORKDIR: () => (stage.workdir = text),
    RUN: () => stage.steps.push({ run: text }),
    COPY: () => stage.steps.push({ copy: copyOf(text.split(/\s+/)) }),
    ENV: () => text.split(/\s+/).forEach(pair => (stage.env[pair.split('=')[0]!] = pair.split('=')[1]!)),
    USER: () => (stage.user = text),
    VOLUME: () => (stage.volumes = list()),
    EXPOSE: () => undefined,
    HEALTHCHECK: () => (stage.healthCheck = list()),
    CMD: () => (stage.command = list()),
  };
  const reader = readers[instruction.getKeyword()];
  if (!reader) throw new Error(`An instruction that nothing here knows: ${instruction.getKeyword()}`);
  reader();
}

function copyOf(args: string[]): Copy {
  const from = args.find(word => word.startsWith('--from='))?.slice('--from='.length) ?? null;
  const paths = args.filter(word => !word.startsWith('--'));
  return { from, sources: paths.slice(0, -1), target: paths.at(-1)! };
}
