import type { BaseIssue } from 'valibot'

/** For `variant`: the message for a word where a group of settings with this key is expected. */
export const lacksKey =
  (key: string) =>
  ({ expected, input, message }: BaseIssue<unknown>): string =>
    expected === 'Object' && typeof input === 'string' && /^\w{1,40}$/.test(input)
      ? `lacks ${key}: write { ${key}: ${input} }`
      : message
