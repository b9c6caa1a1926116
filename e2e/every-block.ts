import { writePages } from './content.ts'
import type { Salon } from './salon.ts'

const image = '/art/aurora/hero.svg'
const words =
  '## Words\n\nA [link](/book), `code`, a list\n\n- one\n- two\n\n> said\n\n| a wide column | ' +
  'another | and another | and one more | and the last one |\n|---|---|---|---|---:|\n| of many ' +
  'words | 2 | 3 | 4 | 500,00 kr. |'
const everyBlock: Parameters<typeof writePages>[1][number]['blocks'] = [
  { type: 'hero3', heading: 'A hero', image, link: '/book', linkText: 'Book' },
  {
    type: 'hero1',
    heading: 'Another',
    subHeading: 'In **short**',
    imageUrl: image,
    ctaButtonLink: '/book',
    ctaButtonText: 'Book',
    otherLink: '/behandlinger',
    otherLinkText: 'Prices',
  },
  { type: 'hero2', title: 'A title', image },
  { type: 'article', content: [{ md: words }, { image, alt: 'Waves' }] },
  { type: 'article2', imageUrl: image, md: words, imagePosition: 'right', imageAnimation: 'slide-in' },
  { type: 'article2', imageUrl: image, md: words, imageAnimation: 'zoom-in' },
  { type: 'testimonial1', quote: 'So calm', author: 'Signe', role: 'A guest', avatar: image },
  {
    type: 'videoBlock',
    provider: 'vimeo',
    link: 'https://vimeo.com/76979871',
    aspectRatio: '9:16',
    md: words,
    title: 'The film',
    poster: image,
  },
  { type: 'videoBlock', provider: 'youtube', link: 'https://film.example/1' },
  { type: 'bloglist1', title: 'Stories', description: 'None yet' },
  { type: 'openinghours1', md: words },
  { type: 'team1' },
  { type: 'services1', types: ['farve'] },
  { type: 'map1', image, alt: 'The way' },
  { type: 'gallery1', title: 'Inside', content: [{ image }, { image, alt: 'Waves' }] },
  { type: 'articles1', page: 'inspiration' },
  {
    type: 'footer1',
    navigation: true,
    facebook: 'https://facebook.com/a',
    instagram: 'https://instagram.com/a',
    twitter: 'https://x.com/a',
    youtube: 'https://youtube.com/a',
    tiktok: 'https://tiktok.com/@a',
    whatsapp: 'https://wa.me/45',
  },
]

/** Writes the page /every-block, which has every kind of block. */
export const writeEveryBlock = (salon: Salon): Promise<void> =>
  writePages(salon, [{ id: 'every-block', title: 'Every block', blocks: everyBlock }])
