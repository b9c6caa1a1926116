import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Block } from '../content/block.ts'
import { pageWarnings } from './page-warnings.ts'

const page = (blocks: object[], pages: object[] = []) => ({
  id: 'x',
  title: 'X',
  description: '',
  order: 0,
  blocks: blocks.map((one) => v.parse(Block, one)),
  pages: pages as [],
})
const of = (block: object, pages: object[] = []) =>
  pageWarnings([page([{ type: 'hero2', title: 'x', image: 'a.jpg', alt: '' }, block], pages)]).map(
    ({ path, message }) => `${path.slice(4).join('.')}: ${message}`,
  )
const vimeo = { type: 'videoBlock', provider: 'vimeo', link: 'https://vimeo.com/76979871' }
const undescribed = "has no alt: describe the picture, or write alt: '' for decoration"
const unplayable = 'showControls: prevents starting the video: at Vimeo, set autoplay or keep the controls'

test.each<[object, string[]]>([
  [{ type: 'hero1', heading: 'x' }, []],
  [
    {
      type: 'hero1',
      heading: 'x',
      ctaButtonLink: '/book',
      ctaButtonText: 'Book',
      otherLink: '',
      otherLinkText: '',
    },
    [],
  ],
  [
    { type: 'hero1', heading: 'x', ctaButtonText: 'Book', otherLink: '/tc', otherLinkText: '' },
    ['ctaButtonText: is not shown without ctaButtonLink', 'otherLink: is not shown without otherLinkText'],
  ],
  [
    { type: 'hero3', heading: 'x', image: 'a.jpg', link: '/book' },
    ['link: is not shown without linkText', `image: ${undescribed}`],
  ],
  [{ type: 'hero1', heading: 'x', imageUrl: 'a.jpg', alt: '' }, []],
  [{ type: 'hero1', heading: 'x', imageUrl: 'a.jpg', alt: 'A door' }, []],
  [{ type: 'testimonial1', quote: 'x', author: 'X', avatar: 'a.jpg' }, []],
  [
    { type: 'article', content: [{ md: 'x' }, { image: 'a.jpg' }, { image: 'b.jpg', alt: '' }] },
    [`content.1.image: ${undescribed}`],
  ],
  [vimeo, []],
  [{ ...vimeo, showControls: false }, [unplayable]],
  [{ ...vimeo, showControls: false, mute: true, loop: true }, [unplayable]],
  [{ ...vimeo, showControls: false, autoplay: true }, []],
  [
    { type: 'videoBlock', provider: 'youtube', link: 'https://youtu.be/aqz-KE_bpKQ', showControls: false },
    [],
  ],
  [
    { ...vimeo, provider: 'youtube' },
    ['link: Invalid Video Link! Please check the provider and link: youtube - https://vimeo.com/76979871'],
  ],
  [{ type: 'bloglist1' }, [': lists sub-pages, but this page has none']],
  [{ type: 'articles1', page: 'x' }, ['page: lists the sub-pages of x, which has none here']],
])('%o produces the warnings %j', (block, reported) => {
  expect(of(block)).toEqual(reported)
})

test('the latest articles of a page with sub-pages produce no warning', () => {
  const latest = page([{ type: 'articles1', page: 'x' }])
  expect(pageWarnings([{ ...latest, pages: [latest] }])).toEqual([])
})

test('an empty list of sub-pages produces a warning, on a sub-page always', () => {
  const child = page([{ type: 'bloglist1' }])
  expect(
    pageWarnings([{ ...page([{ type: 'bloglist1' }]), pages: [child] }]).map(({ path }) => path),
  ).toEqual([['pages', 0, 'pages', 0, 'blocks', 0]])
  expect(pageWarnings(undefined)).toEqual([])
})
