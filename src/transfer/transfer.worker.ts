import { work, type Job } from './work';

onmessage = ({ data }: MessageEvent<Job>) => postMessage(work(data));
