import type { PageScope } from '#contract/page.ts'

/** What every page needs to know: whose site it is, who looks at it, in which language. */
export function rootDataOf({ brand, guest, language, locales, messages, origin, now, platformName }: PageScope) {
  const { css: _css, ...face } = brand
  return { brand: face, guest, language, locales, origin, now, platformName, text: messages(['shell', 'error', 'format']) }
}

export type RootData = ReturnType<typeof rootDataOf>
