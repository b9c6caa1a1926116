import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { pictureId } from '#server/content/process-picture.ts'
import { describeProblems, readPageFolder } from './page-folder.ts'
import { buildFiles, writeFolder } from './write-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'page-folder-'))
afterAll(() => rmSync(root, { recursive: true }))
const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a03020' } })
  .jpeg()
  .toBuffer()
const id = pictureId(new Uint8Array(photo))
const path = `/picture/${id}-60x40`

let count = 0
function folderWith(files: Record<string, string | Uint8Array>): string {
  count += 1
  const folder = join(root, String(count))
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}
const read = (folder: string) =>
  readPageFolder(folder, {
    tenant: 'salon',
    languages: ['da', 'en'],
    art: () => Promise.resolve(null),
    known: [],
  })
async function problemsOf(folder: string): Promise<string[]> {
  const found = await read(folder)
  return found.ok ? [] : describeProblems(found.problems).split('\n')
}
const page = (title: string, rest = '') => `---\ntitle: ${title}\n---\n${rest}`

test('files are pages, folders contain their sub-pages, and picture paths are relative to the file', async () => {
  const found = await read(
    folderWith({
      'index.md': page('Salon', 'Velkommen ![Døren](pictures/door.jpg)'),
      'blog.md': '---\ntitle: Blog\norder: 5\nblocks:\n  - { type: bloglist1 }\n---\n',
      'blog/bryn.md':
        '---\ntitle: Bryn\nblocks:\n  - { type: hero2, title: Bryn, image: ../pictures/door.jpg }\n  - ' +
        '{ type: hero2, title: Bryn, image: own.jpg }\n  - body\n---\n![](own.jpg) og ' +
        '![](../pictures/door.jpg)',
      'pictures/door.jpg': photo,
      'blog/own.jpg': photo,
      '_kladde.md': 'unfinished',
      '.git/config.md': 'not ours',
      'notes.txt': 'not a page',
    }),
  )
  if (!found.ok) throw new Error(describeProblems(found.problems))
  const { pages, pictures, pictureIds: shown } = found.prepared
  expect(pages.map((one) => [one.id, one.pages.map((child) => child.id)])).toEqual([
    ['blog', ['bryn']],
    ['index', []],
  ])
  expect(pages[1]?.blocks).toEqual([{ type: 'article', content: [{ md: `Velkommen ![Døren](${path})` }] }])
  expect(pages[0]?.pages[0]?.blocks).toEqual([
    { type: 'hero2', title: 'Bryn', image: path },
    { type: 'hero2', title: 'Bryn', image: path },
    { type: 'article', content: [{ md: `![](${path}) og ![](${path})` }] },
  ])
  expect(pictures.map((one) => [one.id, one.variants.length])).toEqual([[id, 2]])
  expect(shown).toEqual([id])
})

test('a page says where it is linked, a sub-page and the front page do not', async () => {
  const impressum = '---\ntitle: Impressum\nmenu: false\nfooter: true\n---\n'
  const found = await read(folderWith({ 'impressum.md': impressum, 'om.md': page('Om') }))
  if (!found.ok) throw new Error(describeProblems(found.problems))
  const [first, second] = found.prepared.pages
  expect([first?.menu, first?.footer]).toEqual([false, true])
  expect([second?.menu, second?.footer]).toEqual([undefined, undefined])
  expect(buildFiles(found.prepared.pages, [])[0]).toEqual({ path: 'impressum.md', content: impressum })
  expect(
    await problemsOf(
      folderWith({
        'index.md': '---\ntitle: Salon\nmenu: false\n---\n',
        'blog.md': '---\ntitle: Blog\nmenu: no\nfooter: sidst\n---\n',
        'om.md': page('Om'),
        'om/os.md': '---\ntitle: Os\nmenu: true\nfooter: true\n---\n',
      }),
    ),
  ).toEqual([
    'blog.md:3:7 menu: must be true or false',
    'blog.md:4:9 footer: must be true or false',
    'index.md:3:7 menu: must be omitted here: the front page is first in the menu',
    'om/os.md:3:7 menu: must be omitted here: om lists its sub-pages',
    'om/os.md:4:9 footer: must be omitted here: om lists its sub-pages',
  ])
})

test('a page has a file for each language, and the files that are written are read to the same pages', async () => {
  const folder = folderWith({
    'index.md': page('Salon', 'Velkommen ![Døren](pictures/door.jpg)'),
    'index.en.md':
      '---\ntitle: The salon\nblocks:\n  - { type: hero2, title: Hi, image: en.jpg }\n  - body\n---\nGood day',
    'blog.md': page('Blog'),
    'blog/bryn.md': page('Bryn', 'Om bryn'),
    'blog/bryn.en.md': page('Brows', 'About brows ![](../en.jpg)'),
    'pictures/door.jpg': photo,
    'en.jpg': photo,
  })
  const found = await read(folder)
  if (!found.ok) throw new Error(describeProblems(found.problems))
  const [blog, index] = found.prepared.pages
  expect(index?.languages).toEqual({
    en: {
      title: 'The salon',
      description: '',
      blocks: [
        { type: 'hero2', title: 'Hi', image: path },
        { type: 'article', content: [{ md: 'Good day' }] },
      ],
    },
  })
  expect(blog?.languages).toBeUndefined()
  expect(blog?.pages[0]?.languages?.en?.title).toBe('Brows')
  expect(found.prepared.pictureIds).toEqual([id])

  const files = buildFiles(found.prepared.pages, [])
  expect(files.map((one) => one.path)).toEqual([
    'blog.md',
    'blog/bryn.md',
    'blog/bryn.en.md',
    'index.md',
    'index.en.md',
  ])
  const again = await readPageFolder(
    folderWith(Object.fromEntries(files.map((one) => [one.path, one.content]))),
    {
      tenant: 'salon',
      languages: ['da', 'en'],
      art: () => Promise.resolve(null),
      known: [{ id, width: 60, height: 40 }],
    },
  )
  expect(again.ok && again.prepared.pages).toEqual(found.prepared.pages)
})

test('errors of a page in a further language are reported in its own file', async () => {
  expect(
    await problemsOf(
      folderWith({
        'index.md': page('Salon'),
        'index.en.md': '---\ntitle: Salon\norder: 3\n---\n![](gone.jpg)',
        'index.da.md': page('Salon'),
        'index.fr.md': page('Salon'),
        'index.xx.md': page('Salon'),
        'index..en.md': page('Salon'),
        'om-os.en.md': page('About us'),
      }),
    ),
  ).toEqual([
    'index..en.md:1:1 file: has a name that is not allowed: index. must be made of a-z, 0-9, - and _',
    'index.da.md:1:1 file: is in da, the default language: name it index.md',
    'index.en.md:3:8 order: belongs into index.md: it is the same in every language',
    'index.en.md:5:5 body: gone.jpg is not there',
    'index.fr.md:1:1 file: is in fr, which is not among the languages of the tenant (da, en): ' +
      'add it to tenant.languages',
    'index.xx.md:1:1 file: has a name that is not allowed: index.xx must be made of a-z, 0-9, - and _',
    'om-os.en.md:1:1 file: has no page in the default language: add om-os.md beside it',
  ])
})

test('all errors of all files are reported at once, with their lines', async () => {
  const folder = folderWith({
    'book.md': page('Bestil'),
    'Om Os.md': page('Om os'),
    'a/b/c.md': page('Deep'),
    'lost/post.md': page('Lost'),
    'index/post.md': page('Below the front'),
    'index.md': page('Salon', '\n\nEn [side](om-os) og\n![x](pictures/gone.jpg)'),
    'om-os.md':
      '---\ntitle: Om os\nblocks:\n  - { type: article2, imageUrl: a.jpg, md: x, imagePosition: middle ' +
      '}\n---\n',
    'fil.md':
      '---\ntitle: Fil\nblocks:\n  - { type: hero2, title: x, image: broken.jpg }\n  - { type: hero2, ' +
      'title: x, image: ../../outside.jpg }\n---\n',
    'kunst.md': '---\ntitle: x\nblocks:\n  - { type: hero2, title: x, image: /art/other/a.svg }\n---\n',
    'latin.md': Buffer.from(page('Sm\xf8r'), 'latin1'),
    'huge.md': page('Huge', 'x'.repeat(600_000)),
    'broken.jpg': 'no picture',
    'navn.md': '---\ntitle: Navn\nblocks:\n  - { type: hero2, title: x, image: pictures/IMG 1.JPG }\n---\n',
    'ord.md': page('Ord', '![x](forår.jpg)'),
  })
  const odd = 'has a name that no URL can have: rename the file, with only a-z, A-Z, 0-9, ., - and _'
  const must =
    'must be a picture of the tenant such as /art/salon/door.svg, or a file beside this one such as ' +
    'pictures/door.jpg'
  expect(await problemsOf(folder)).toEqual([
    'Om Os.md:1:1 file: has a name that is not allowed: Om Os must be made of a-z, 0-9, - and _',
    'a/b/c.md:1:1 file: is too deep: move it into the folder itself, ' +
      'or into a folder with the name of a page',
    'book.md:1:1 file: book is a reserved path',
    `fil.md:5:37 blocks[1].image: ${must}`,
    'huge.md:1:1 file: is too large: the file of a page has at most 500 kB',
    'index.md:1:1 file: must not be below index: put them below a page of their own, such as blog',
    'index.md:6:11 body: has a link to om-os: it must lead to a path such as /book, or to a whole ' +
      'address that begins with https://, http://, mailto: or tel:',
    'index.md:7:6 body: pictures/gone.jpg is not there',
    'kunst.md:4:37 blocks[0].image: is a picture of other, not of salon',
    'kunst.md:4:37 blocks[0].image: /art/other/a.svg is not there',
    'latin.md:1:1 file: is no text in UTF-8',
    'lost/post.md:1:1 file: has no parent page: add lost.md beside the folder lost',
    `navn.md:4:37 blocks[0].image: ${odd}`,
    'om-os.md:4:62 blocks[0].imagePosition: must be one of left, right',
    `ord.md:4:6 body: forår.jpg ${odd}`,
  ])
  expect(
    await problemsOf(
      folderWith({
        'x.md': '---\ntitle: x\nblocks:\n  - { type: hero2, title: x, image: broken.jpg }\n---\n',
        'broken.jpg': 'no picture',
      }),
    ),
  ).toEqual([
    'x.md:4:37 blocks[0].image: broken.jpg is no picture that can be read: JPEG, PNG, WebP, AVIF, GIF ' +
      'and SVG can',
  ])
})

test('warnings are reported with their lines, and the pages are read anyway', async () => {
  const found = await read(
    folderWith({
      'blog.md':
        '---\ntitle: Blog\nblocks:\n  - type: bloglist1\n  - { type: videoBlock, provider: vimeo, link: ' +
        'https://vimeo.com/76979871, showControls: false }\n---\n',
      'film.md':
        '---\ntitle: Film\nblocks:\n  - { type: videoBlock, provider: youtube, link: ' +
        'https://vimeo.com/76979871 }\n  - body\n---\nSe den.',
      'film/mere.md':
        '---\ntitle: Mere\nblocks:\n  - { type: hero1, heading: x, ctaButtonText: Book }\n---\n',
    }),
  )
  if (!found.ok) throw new Error(describeProblems(found.problems))
  expect(describeProblems(found.warnings).split('\n')).toEqual([
    'blog.md:4:5 blocks[0]: lists sub-pages, but this page has none',
    'blog.md:5:90 blocks[1].showControls: prevents starting the video: at Vimeo, set autoplay or keep ' +
      'the controls',
    'film.md:4:50 blocks[0].link: Invalid Video Link! Please check the provider and link: youtube - ' +
      'https://vimeo.com/76979871',
    'film/mere.md:4:47 blocks[0].ctaButtonText: is not shown without ctaButtonLink',
  ])
  expect(found.prepared.pages.map(({ id }) => id)).toEqual(['blog', 'film'])
})

test('no file or link leads to reading outside of the folder', async () => {
  const outside = folderWith({ 'secret.jpg': photo, 'secret.md': page('Secret') })
  const folder = folderWith({
    'index.md':
      '---\ntitle: x\nblocks:\n  - { type: hero2, title: x, image: link.jpg }\n  - { type: hero2, ' +
      'title: x, image: way/secret.jpg }\n---\n',
  })
  symlinkSync(join(outside, 'secret.jpg'), join(folder, 'link.jpg'))
  symlinkSync(outside, join(folder, 'way'))
  symlinkSync(join(outside, 'secret.md'), join(folder, 'secret.md'))
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling.md'))
  symlinkSync(folder, join(folder, 'circle'))
  const link = 'is a link to a place outside of the folder'
  expect(await problemsOf(folder)).toEqual([
    'dangling.md:1:1 file: is a link to something that is not there',
    'index.md:4:37 blocks[0].image: link.jpg is a link to a place outside of its folder',
    'index.md:5:37 blocks[1].image: way/secret.jpg is a link to a place outside of its folder',
    `link.jpg:1:1 file: ${link}`,
    `secret.md:1:1 file: ${link}`,
    `way:1:1 file: ${link}`,
  ])
  // A link within the folder is followed.
  const within = folderWith({ 'index.md': page('x', '![](a.jpg)'), 'pictures/b.jpg': photo })
  symlinkSync(join(within, 'pictures/b.jpg'), join(within, 'a.jpg'))
  expect(await problemsOf(within)).toEqual([])
})

test('a folder with too many files is rejected', async () => {
  const folder = folderWith({})
  for (let index = 0; index <= 2_000; index += 1) writeFileSync(join(folder, `f${index}`), '')
  expect(await problemsOf(folder)).toEqual([
    '.:1:1 file: has more than 2000 files: name a folder with only the pages',
  ])
})

test('a written folder is read back unchanged, and not written through links', async () => {
  const first = await read(
    folderWith({
      'blog.md': page('Blog', '![Døren](door.jpg)'),
      'blog/bryn.md': page('Bryn', '![Bryn](../door.jpg "pictures/door.jpg")'),
      'door.jpg': photo,
    }),
  )
  if (!first.ok) throw new Error(describeProblems(first.problems))
  const files = buildFiles(first.prepared.pages, first.prepared.pictures)
  expect(files.map((one) => one.path)).toEqual([
    'blog.md',
    'blog/bryn.md',
    `pictures/door-${id.slice(0, 8)}.jpg`,
  ])
  const folder = join(root, 'written')
  expect(await writeFolder(folder, files)).toBe(null)
  expect(readFileSync(join(folder, 'blog/bryn.md'), 'utf8')).toBe(
    `---\ntitle: Bryn\n---\n\n![Bryn](../pictures/door-${id.slice(0, 8)}.jpg "pictures/door.jpg")\n`,
  )
  expect(await read(folder)).toEqual(first)
  const outside = folderWith({})
  const trap = folderWith({})
  symlinkSync(outside, join(trap, 'pictures'))
  expect(await writeFolder(trap, files)).toBe('pictures')
  symlinkSync(join(outside, 'stolen.md'), join(folder, 'stolen.md'))
  expect(await writeFolder(folder, [{ path: 'stolen.md', content: 'x' }])).toBe(null)
  expect(() => readFileSync(join(outside, 'stolen.md'))).toThrow('ENOENT')
})
