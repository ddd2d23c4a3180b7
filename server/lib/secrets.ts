import { createHash } from 'node:crypto';
import type { Random } from './types';

/** 256 random bits, of which only the hash (`hashOf`) is stored on the disk. */
export const createSecret = (random: Random): string => Buffer.from(random(32)).toString('base64url');

export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
