import type { Command } from 'commander';
import { oneLine } from './verdict.js';

/** Every complaint about a command line is one line that ends with what would be accepted. */
export function explainUsage(command: Command): void {
  command.configureOutput({
    outputError: (message, print) => print(`${oneLine(message).replace(/^error: /, '')}; ${acceptedBy(command)}\n`),
  });
  for (const sub of command.commands) explainUsage(sub);
}

function acceptedBy(command: Command): string {
  const path = pathOf(command);
  if (command.commands.length > 0) {
    return `${path} takes: ${command.commands.map((sub) => sub.name()).join(', ')}`;
  }
  const words = command.registeredArguments.map((argument) => `<${argument.name()}>`);
  const options = command.options.map((option) => (option.mandatory ? option.flags : `[${option.flags}]`));
  return `usage: ${[path, ...words, ...options].join(' ')}`;
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
