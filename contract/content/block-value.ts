import * as v from 'valibot'
import { isSafeLink } from '#domain/safe-link.ts'
import { trimmedText } from '../field/field-schemas.ts'

/** A path of the tenant's art, or of an imported picture. */
const ownImage =
  /^\/(?:art\/[a-z0-9][a-z0-9-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)+|picture\/[0-9a-f]{32}-\d{1,5}x\d{1,5})$/
/** A path relative to the file that names it; the import turns the file into a picture. */
const fileName =
  /^(?!\/)(?:[A-Za-z0-9_][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\.(?:jpe?g|png|webp|avif|gif|svg)$/i

/** Whether a page may show it: only images of this site, so that no other host learns who reads the page. */
export const isOwnImage = (value: string): boolean =>
  value.length <= 500 && ownImage.test(value) && !value.includes('..')
/** As `isOwnImage`, or one variant: `/picture/<id>-<width>x<height>/320.webp`. */
export const isOwnPicture = (value: string): boolean =>
  isOwnImage(value.replace(/(?<=^\/picture\/[^/]+)\/[1-9]\d{0,4}\.webp$/, ''))
/** Whether it names a file that the import has to read. */
export const isImageFile = (value: string): boolean =>
  value.length <= 500 && fileName.test(value) && !value.includes('..')

/** Whether it names an image file with characters that are not allowed in a path (a space, for example). */
export const isOddlyNamed = (value: string): boolean =>
  /^[^/:?#][^:?#]*\.(?:jpe?g|png|webp|avif|gif|svg)$/i.test(value) &&
  !value.includes('..') &&
  !isImageFile(value)
export const ODD_NAME =
  'has a name that no URL can have: rename the file, with only a-z, A-Z, 0-9, ., - and _'

/** The image of a block. */
export const imageReference = v.pipe(
  v.string(),
  v.check((value) => !isOddlyNamed(value), ODD_NAME),
  v.check(
    (value) => isOwnImage(value) || isImageFile(value),
    'must be a picture of the tenant such as /art/salon/door.svg, or a file beside this one such as ' +
      'pictures/door.jpg',
  ),
)

/** The target of a button or icon. */
export const link = v.pipe(
  trimmedText(0, 2000),
  v.check(
    (value) => value === '' || isSafeLink(value),
    'must be a path such as /book, or a whole address that begins with https://, http://, mailto: or tel:',
  ),
)

/** The link of a video; checked when the page is rendered. */
export const mediaLink = trimmedText(0, 2000)
