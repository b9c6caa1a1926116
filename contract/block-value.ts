import * as v from 'valibot'
import { isSafeLink } from '#domain/safe-link.ts'
import { words } from './shape.ts'

/** A picture that this site has itself: its file among the tenant's art, or one that was imported. */
const own =
  /^\/(?:art\/[a-z0-9][a-z0-9-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)+|picture\/[0-9a-f]{32}-\d{1,5}x\d{1,5})$/
/** A file beside the file that names it; the import makes a picture of it. */
const beside =
  /^(?!\/)(?:[A-Za-z0-9_][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.(?:jpe?g|png|webp|avif|gif|svg)$/i

/** Whether a page may show it: only what this site serves itself, so that nobody else learns who reads. */
export const isOwnImage = (value: string): boolean =>
  value.length <= 500 && own.test(value) && !value.includes('..')
/** The same, or one of its sizes: `/picture/<id>-<width>x<height>/320.webp`. */
export const isOwnPicture = (value: string): boolean =>
  isOwnImage(value.replace(/(?<=^\/picture\/[^/]+)\/[1-9]\d{0,4}\.webp$/, ''))
/** Whether it names a file that has still to be imported. */
export const isImageFile = (value: string): boolean =>
  value.length <= 500 && beside.test(value) && !value.includes('..')

/** Whether it names a file beside whose name is as a camera or a person gives it, and no address can have. */
export const isOddlyNamed = (value: string): boolean =>
  /^[^/:?#][^:?#]*\.(?:jpe?g|png|webp|avif|gif|svg)$/i.test(value) &&
  !value.includes('..') &&
  !isImageFile(value)
export const ODD_NAME =
  'has a name that no address can have: rename the file, with a-z, A-Z, 0-9, ., - and _ alone'

/** An image that a block names. */
export const imageReference = v.pipe(
  v.string(),
  v.check((value) => !isOddlyNamed(value), ODD_NAME),
  v.check(
    (value) => isOwnImage(value) || isImageFile(value),
    'must be a picture of the tenant such as /art/salon/door.svg, or a file beside this one such as pictures/door.jpg',
  ),
)

/** Where a button or an icon leads. */
export const link = v.pipe(
  words(0, 2000),
  v.check(
    (value) => value === '' || isSafeLink(value),
    'must be a path such as /book, or a whole address that begins with https://, http://, mailto: or tel:',
  ),
)

/** Where a video is; whether it is one is told where it is shown. */
export const mediaLink = words(0, 2000)
