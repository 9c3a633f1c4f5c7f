import { type ProxyOptions, startProxy, type TestProxy } from '../../relay/http/connectProxy.ts';
import type { OnEnd } from './situations/row.ts';

/** A proxy for the time of a check. */
export async function proxyFor(onEnd: OnEnd, options: ProxyOptions): Promise<TestProxy> {
  const proxy = await startProxy(options);
  onEnd(() => proxy.close());
  return proxy;
}
