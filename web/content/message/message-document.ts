import style from './message.css?url'

/** Allows pictures of this site and its own style sheet. The page's policy applies in the frame too. */
const policy = "default-src 'none'; img-src 'self'; style-src 'self'"
const tag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/**
 * The HTML document of a message, for its frame. `html` must be sanitised; an invalid `language` is left out.
 */
export const messageDocument = (html: string, language: string, mood: 'modern' | 'classic'): string =>
  `<!doctype html><html ` +
  `class="${mood}"${tag.test(language) ? ` lang="${language}"` : ''}><head><meta ` +
  `charset="utf-8"><meta http-equiv="content-security-policy" content="${policy}"><meta ` +
  `name="color-scheme" content="light dark"><base target="_blank"><link rel="stylesheet" ` +
  `href="${style}"></head><body>${html}</body></html>`
