import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Block } from '#contract/content/block.ts'
import { contentWarnings } from './content-warnings.ts'

const page = (id: string, blocks: object[], pages: object[] = []) => ({
  id,
  title: 'X',
  description: '',
  order: 0,
  blocks: blocks.map((one) => v.parse(Block, one)),
  pages: pages as [],
})
const art = (address: string) => Promise.resolve(address === '/art/salon/door.svg' ? '/x/door.svg' : null)
const warningsOf = async (blocks: object[], stored: string[] = []) =>
  (
    await contentWarnings([page('om-os', blocks), page('blog', [], [page('negle', [])])], { stored, art })
  ).map(({ path, message }) => `${path.slice(3).join('.')}: ${message}`)
const md = (text: string) => [{ type: 'article', content: [{ md: text }] }]

test.each([
  '[a](/)',
  '[a](/om-os)',
  '[a](/om-os/)',
  '[a](/om-os?x=1)',
  '[a](/blog/negle)',
  '[a](/book?services=klip)',
  '[a](/behandlinger)',
  '[a](/leistungen)',
  '[a](/shop/product/haarolie)',
  '[a](/tc)',
  '[a](/art/salon/door.svg)',
  '[a](/gemt)',
  '[a](https://nowhere.example/x)',
  '[a](mailto:hej@salon.example)',
  '![En dør](pictures/door.jpg)',
])('%s leads somewhere', async (text) => {
  expect(await warningsOf(md(text), ['/gemt'])).toEqual([])
})

test.each([
  ['[a](/om-so)', 'has a link to /om-so, but there is no such page'],
  ['[a](/blog/haar)', 'has a link to /blog/haar, but there is no such page'],
  ['[a](/negle)', 'has a link to /negle, but there is no such page'],
  ['[a](/a/b/c)', 'has a link to /a/b/c, but there is no such page'],
  ['[a](/%C3%B8l)', 'has a link to /%C3%B8l, but there is no such page'],
  ['[a][1]\n\n[1]: /om-so', 'has a link to /om-so, but there is no such page'],
  ['[a](#priser)', 'has a link to #priser, but headings of pages have no anchors: link to a page'],
  [
    '[a](/om-os#priser)',
    'has a link to /om-os#priser, but headings of pages have no anchors: leave #priser out',
  ],
  ['[a](/art/salon/window.svg)', 'has a link to /art/salon/window.svg, but there is no such picture'],
  ['![](pictures/door.jpg)', 'shows pictures/door.jpg without a description: write it between [ and ]'],
])('%s produces a warning', async (text, message) => {
  expect(await warningsOf(md(text))).toEqual([`0.content.0.md: ${message}`])
})

test('buttons are checked, and every warning is reported at once', async () => {
  expect(
    await warningsOf([
      { type: 'hero1', heading: 'x', ctaButtonLink: '/boook', ctaButtonText: 'x' },
      { type: 'hero3', heading: 'x', image: 'a.jpg', link: '/om-os#top', linkText: 'x' },
      { type: 'videoBlock', provider: 'youtube', link: 'https://youtu.be/aqz-KE_bpKQ', md: '[a](/vaek)' },
    ]),
  ).toEqual([
    "1.image: has no alt: describe the picture, or write alt: '' for decoration",
    '0.ctaButtonLink: leads to /boook, but there is no such page',
    '1.link: leads to /om-os#top, but headings of pages have no anchors: leave #top out',
    '2.md: has a link to /vaek, but there is no such page',
  ])
})
