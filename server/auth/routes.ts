import { ProtocolError, type Json } from '../lib/types';
import type { AuthRequest } from './fields';
import { LONGEST_PASSWORD_CHARACTERS } from './fields';
import { lookup, remove, update } from './profile';
import { resetPassword, sendOobCode } from './resets';
import { refresh, signInWithPassword, signUp } from './signIn';
import type { AuthState } from './state';

/** An operation of the protocol: a function of state and request that returns an answer or throws the protocol's error. */
export type Operation = (state: AuthState, request: AuthRequest) => Promise<Json>;

const notAllowed: Operation = async () => {
  throw new ProtocolError('OPERATION_NOT_ALLOWED');
};

const projects: Operation = async state => ({
  projectId: state.policy.projectId,
  authorizedDomains: ['localhost'],
});

const passwordPolicy: Operation = async () => ({
  customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: LONGEST_PASSWORD_CHARACTERS },
  allowedNonAlphanumericCharacters: [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~'],
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: false,
  schemaVersion: 1,
});

const recaptchaConfig: Operation = async () => ({
  recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' }],
});

/** All supported operations. */
export const operations: Readonly<Record<string, Operation>> = {
  'POST /v1/accounts:signUp': signUp,
  'POST /v1/accounts:signInWithPassword': signInWithPassword,
  'POST /v1/accounts:lookup': lookup,
  'POST /v1/accounts:update': update,
  'POST /v1/accounts:delete': remove,
  'POST /v1/accounts:sendOobCode': sendOobCode,
  'POST /v1/accounts:resetPassword': resetPassword,
  'POST /v1/token': refresh,
  'GET /v1/projects': projects,
  'GET /v2/passwordPolicy': passwordPolicy,
  'GET /v2/recaptchaConfig': recaptchaConfig,
  'POST /v1/accounts:signInWithIdp': notAllowed,
  'POST /v1/accounts:signInWithEmailLink': notAllowed,
  'POST /v1/accounts:signInWithCustomToken': notAllowed,
  'POST /v1/accounts:signInWithPhoneNumber': notAllowed,
  'POST /v1/accounts:sendVerificationCode': notAllowed,
};
