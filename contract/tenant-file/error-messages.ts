import type { BaseIssue } from 'valibot'

const nouns: Record<string, string> = {
  string: 'text (in quotes where it looks like a number)',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'a group of settings',
}

/** The error as a sentence whose subject is the field. */
export function errorMessage(issue: BaseIssue<unknown>): string {
  const { type, expected, received, requirement } = issue
  if (isUnknownKey(issue)) return 'is not a setting of a tenant file'
  if (received === 'undefined') return 'is missing'
  if (received === 'null') return 'is empty: give it a value or leave it out'
  if (type !== 'union' && (expected === 'Object' || expected === 'Array')) return `must be ${nouns[expected]}`
  if (type === 'picklist' || type === 'variant') return `must be one of ${listed(expected)}`
  if (type === 'min_length')
    return requirement === 1
      ? 'must not be empty'
      : `must have at least ${String(requirement)} characters or entries`
  if (type === 'max_length') return `must have at most ${String(requirement)} characters or entries`
  if (type === 'email') return 'must be an e-mail address'
  const noun = nouns[type]
  return noun ? `must be ${noun}` : issue.message
}

/** Whether the key is not in the schema. */
export function isUnknownKey({ type, expected }: BaseIssue<unknown>): boolean {
  return type === 'strict_object' && expected === 'never'
}

function listed(expected: string | null): string {
  return (expected ?? '')
    .replace(/^\(|\)$/g, '')
    .split(' | ')
    .map((one) => one.replaceAll('"', ''))
    .join(', ')
}
