import { myAccountLink, photosLink } from '#contract/links.ts'
import { Thumbnail, type Photo } from '#web/photo/photo.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { useText } from '#web/ui/text.tsx'

const SLOTS = 4
const boxes = [{ width: '(min(100vw - 2rem, 24rem) - 0.75rem) / 2' }]

/** The guest's latest photos, where they have some; `photos` is null if they failed to load. */
export function RecentPhotos({ photos }: { photos: Photo[] | null }) {
  const t = useText()
  if (photos?.length === 0) return null
  return (
    <section aria-labelledby="recent-photos">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recent-photos" className="text-2xl">
          {t('photos.recent')}
        </h2>
        <Link to={photosLink()} className={textLinkClasses}>
          {t('photos.all')}
        </Link>
      </div>
      <div className="mt-3">
        {photos === null ? (
          <LoadError retry={myAccountLink()} />
        ) : (
          <ul className="grid max-w-[24rem] grid-cols-2 gap-3">
            {photos.slice(0, SLOTS).map((photo) => (
              <li key={photo.id}>
                <Link to={photosLink({ view: photo.id })} className="block rounded">
                  <Thumbnail photo={photo} boxes={boxes} />
                </Link>
              </li>
            ))}
            {Array.from({ length: SLOTS - Math.min(SLOTS, photos.length) }, (_, slot) => (
              <li
                key={slot}
                aria-hidden="true"
                className="aspect-square rounded border border-dashed border-control"
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
