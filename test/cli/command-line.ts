import { ServiceProcess } from '../faults/service-process.js';
import { garnitur, garniturJson, type Said, spawnGarnitur } from '../support/garnitur.js';

/** Command lines on one data folder: as a shell starts the built program, or in this process. */
export class CommandLine {
  private readonly env: Readonly<Record<string, string>>;
  private service: ServiceProcess | undefined;

  constructor(
    dataDir: string,
    private readonly run: typeof garnitur = garnitur,
  ) {
    this.env = { DATA_DIR: dataDir, PORT: '0', ASSISTANT: 'offline', LOG_LEVEL: 'error' };
  }

  garnitur(...args: readonly string[]): Promise<Said> {
    return this.run(this.env, args);
  }

  json(...args: readonly string[]) {
    return garniturJson(this.env, args, this.run);
  }

  /** A command that is not waited for. */
  spawn(...args: readonly string[]) {
    return spawnGarnitur(this.env, args);
  }

  /** Starts the service on a free port; its address once it listens. */
  startService(): Promise<string> {
    this.service = ServiceProcess.spawn(this.env);
    return this.service.listening();
  }

  async stopService(): Promise<void> {
    await this.service?.terminate();
    this.service = undefined;
  }
}
