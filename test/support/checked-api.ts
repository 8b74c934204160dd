import { type Answer, Api, type Call } from './api.js';
import { faultsOf } from './api-document.js';

/** A caller of the API that holds every answer against its document: what the document does not say fails the test. */
export class CheckedApi extends Api {
  override async call(method: string, path: string, body?: unknown, call: Call = {}): Promise<Answer> {
    const answer = await super.call(method, path, body, call);
    const faults = faultsOf({ method, path, ...answer, ...(call.raw === undefined ? { sent: body } : {}) });
    if (faults.length === 0) return answer;
    throw new Error(`${method} ${path} was answered ${answer.status} against the document: ${faults.join('; ')}`);
  }
}
