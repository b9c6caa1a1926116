import type { BaseIssue } from 'valibot'

const nouns: Record<string, string> = {
  string: 'text (in quotes where it looks like a number)',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list: begin each entry with -, or write [one, two]',
  Object: 'a group of settings: write them below, indented, or between { and }',
}

/**
 * The error as a sentence whose subject is the field.
 * @param hidden the comment that stands in place of an empty value.
 */
export function errorMessage(issue: BaseIssue<unknown>, hidden?: string): string {
  const { type, expected, received, requirement } = issue
  if (isUnknownKey(issue)) return 'is not a setting of a tenant file'
  if (received === 'undefined') return 'is missing'
  if (issue.path === undefined && type === 'strict_object')
    return 'must be settings, each written as name: value'
  if (received === 'null')
    return hidden === undefined
      ? 'is empty: give it a value or leave it out'
      : `is empty, because # begins a comment: put the value in quotes, such as '#${hidden}'`
  if (type === 'variant' && !issue.message.startsWith('Invalid')) return issue.message
  if (type !== 'union' && (expected === 'Object' || expected === 'Array')) return `must be ${nouns[expected]}`
  if (type === 'picklist' || type === 'variant') return `must be one of ${listed(expected)}`
  const unit = typeof issue.input === 'string' ? 'characters' : 'entries'
  if (type === 'min_length')
    return requirement === 1 || issue.input === ''
      ? 'must not be empty'
      : `must have at least ${String(requirement)} ${unit}`
  if (type === 'max_length') return `must have at most ${String(requirement)} ${unit}`
  if (type === 'email') return 'must be an e-mail address'
  if (!issue.message.startsWith('Invalid')) return issue.message
  return `must be ${nouns[type] ?? 'written as the documentation shows it'}`
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
