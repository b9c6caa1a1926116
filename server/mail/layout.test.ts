import { expect, test } from 'vitest'
import { brandScale, contrast } from '#domain/brand.ts'
import { renderMailHtml, type MailContent } from './layout.ts'

const mail = (logo: boolean): MailContent => ({
  locale: 'en',
  sender: { name: 'Aurora', color: '#9c4a34', logo, url: 'https://aurora.example', lines: ['Copenhagen'] },
  title: 'Your visit is booked',
  parts: [
    { kind: 'text', text: 'See you soon', muted: true },
    { kind: 'facts', rows: [{ label: 'Where', lines: ['Lanternegade 12'], url: 'https://maps.example' }] },
    {
      kind: 'bill',
      lines: [{ title: 'Cut', detail: '45 min', amount: '€50.00' }],
      sums: [{ label: 'Total', amount: '€50.00' }],
    },
    { kind: 'links', links: [{ label: 'Cancel', url: 'https://x.example', primary: true }] },
  ],
  footer: 'Sent because you booked',
})

/** The dark colour of a property of a class. */
function darkColor(html: string, role: string, property: string): string | undefined {
  const rule = new RegExp(`\\.${role}\\{([^}]*)\\}`).exec(html)?.[1]
  return rule
    ?.split(';')
    .find((one) => one.startsWith(`${property}:`))
    ?.match(/#[0-9a-f]{6}/)?.[0]
}

test('everything of a mail that has a light colour has a dark one with enough contrast', () => {
  const html = renderMailHtml(mail(false))
  const used = new Set([...html.matchAll(/class="(\w+)"/g)].map(([, role]) => role ?? ''))
  expect([...used].filter((role) => !html.includes(`.${role}{`))).toEqual([])
  const { bg, surface } = brandScale('#9c4a34').tokens
  for (const role of ['title', 'muted', 'footer', 'link'])
    expect(contrast(darkColor(html, role, 'color') ?? '', surface.dark), role).toBeGreaterThanOrEqual(4.5)
  expect(contrast(darkColor(html, 'ground', 'color') ?? '', bg.dark)).toBeGreaterThanOrEqual(4.5)
  expect(
    contrast(darkColor(html, 'button', 'color') ?? '', darkColor(html, 'button', 'background') ?? ''),
  ).toBeGreaterThanOrEqual(4.5)
})

test('a logo stays on white in the dark', () => {
  const html = renderMailHtml(mail(true))
  expect(html).toContain('class="rim" style="background:#ffffff;')
  expect(darkColor(html, 'rim', 'background')).toBeUndefined()
})
