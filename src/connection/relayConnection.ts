import type { BaseAddress } from '../relay/baseUrl.ts';

/** Where the requests go, and who pays for them. */
export interface Connection {
  /** Name of the profile, '' for the default one. */
  readonly profile: string;
  readonly address: BaseAddress;
  readonly apiKey: string;
  /** `environment`: from the environment's variables, since nothing is stored. */
  readonly source: 'stored' | 'environment';
}
