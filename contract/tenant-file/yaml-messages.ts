import type { YAMLError } from 'yaml'

const UNEVEN =
  'cannot be read: each line must be name: value, and those of one group indented by the same number of spaces'

/** What an author does about an error of the YAML itself; the library's own words for all others. */
export function yamlMessage({ code, message }: Pick<YAMLError, 'code' | 'message'>): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return 'is there twice: keep one of them'
    case 'TAB_AS_INDENT':
      return 'is indented by a tab: indent by two spaces'
    case 'MULTIPLE_DOCS':
      return 'is followed by a second file after a line of ---: delete that line'
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
      return 'cannot be read: put a text that contains a colon and a space in quotes, and each setting on its own line'
    case 'MISSING_CHAR':
      return /closing/i.test(message) || /end with/.test(message)
        ? 'cannot be read: a quote or bracket that was opened before is not closed'
        : UNEVEN
    case 'BAD_INDENT':
      return /flow/i.test(message)
        ? 'cannot be read: a { or [ that was opened before is not closed; # begins a comment unless it is in quotes'
        : UNEVEN
    case 'UNEXPECTED_TOKEN':
      return 'cannot be read: check the quotes, brackets and commas of this line and the one before'
    default:
      return `cannot be read: ${message}`
  }
}
