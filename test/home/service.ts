export const serviceSteps: { name: string; run(): Promise<void> }[] = [];
