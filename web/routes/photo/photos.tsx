import { data, redirect } from 'react-router'
import { photosLink } from '#contract/links.ts'
import { PHOTOS_PER_PAGE } from '#contract/guest/photo.ts'
import { column } from '#web/content/picture.tsx'
import { useLive } from '#web/notification/live.ts'
import { Thumbnail, type Photo } from '#web/photo/photo.tsx'
import { nullOnCallError } from '#web/request/call-errors.ts'
import { readForm, requireDetails } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { servicesOf } from '#web/visit/booking.ts'
import { AddPhoto } from './add-photo.tsx'
import { changePhotos, type PhotosAnswer } from './change-photos.server.ts'
import { OnePhoto, RemovePhoto } from './one-photo.tsx'
import type { Route } from './+types/photos'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  const { call, brand, guest, messages, t, translate } = ctx
  const search = args.url.searchParams
  const asked = search.get('page') ?? ''
  const page = /^[1-9]\d{0,2}$/.test(asked) ? asked : '1'
  const [photos, past] = await Promise.all([
    call('listPhotos', { uid: guest.uid, limit: String(PHOTOS_PER_PAGE), page }).catch(nullOnCallError),
    call('apiStore-getUserBookings', { direction: 'past', limit: '50' }).catch(nullOnCallError),
  ])
  const find = (name: string) => photos?.documents.find(({ id }) => id === search.get(name)) ?? null
  return {
    photos,
    page: Number(page),
    view: find('view'),
    remove: find('remove'),
    visits: past?.bookings ?? [],
    company: brand.companyname,
    words: await translate([
      ...(photos?.documents ?? []).flatMap((photo) => photo.visit?.services ?? []),
      ...(past?.bookings ?? []).flatMap(servicesOf),
    ]),
    title: `${t('photos.title')} · ${brand.title}`,
    text: messages(['photos']),
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = requireDetails(args)
  const answer = await changePhotos(ctx, await readForm(args.request))
  return typeof answer === 'string' ? redirect(answer) : data<PhotosAnswer>(answer, { status: answer.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<PhotosAnswer>(serverAction, { status: 503, file: 'photos.failed' })

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function Photos({
  loaderData: { photos, page, view, remove, visits, company },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  useLive('photos')
  const current = page > 1 ? String(page) : undefined
  const failed = actionData !== undefined
  if (remove) return <RemovePhoto photo={remove} page={current} failed={failed} />
  if (view) return <OnePhoto photo={view} page={current} failed={failed} company={company} />
  return (
    <Page title={t('photos.title')} lead={t('photos.lead', { company })}>
      <div className="grid gap-10">
        {photos === null ? (
          <LoadError retry={photosLink()} />
        ) : photos.total === 0 ? (
          <Empty>{t('photos.empty')}</Empty>
        ) : (
          <>
            <Gallery photos={photos.documents} page={current} />
            <Pages page={page} total={photos.total} />
          </>
        )}
        <AddPhoto
          visits={visits}
          visit={actionData?.visit}
          error={actionData?.file}
          count={photos?.total ?? 0}
        />
      </div>
    </Page>
  )
}

const boxes = [
  { from: 64, width: column(4, 0.75) },
  { from: 40, width: column(3, 0.75) },
  { width: '(100vw - 2.75rem) / 2' },
]

/** The photos of a page under their visits, the latest first. */
function Gallery({ photos, page }: { photos: Photo[]; page: string | undefined }) {
  const t = useText()
  const { fullDay } = useFormat()
  const groups = Map.groupBy(photos, (photo) => photo.visit?.id ?? '')
  return (
    <div className="grid gap-8">
      {[...groups].map(([id, group]) => {
        const visit = group[0]?.visit
        return (
          <section key={id} aria-labelledby={`visit-${id}`}>
            <h2 id={`visit-${id}`} className="text-xl first-letter:uppercase">
              {visit ? (
                <>
                  <span>{`${fullDay(visit.start)}: `}</span>
                  <TenantList words={visit.services} />
                </>
              ) : (
                t('photos.others')
              )}
            </h2>
            <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
              {group.map((photo) => (
                <li key={photo.id}>
                  <Link to={photosLink({ page, view: photo.id })} className="block rounded">
                    <Thumbnail photo={photo} boxes={boxes} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function Pages({ page, total }: { page: number; total: number }) {
  const t = useText()
  const pages = Math.ceil(total / PHOTOS_PER_PAGE)
  if (pages === 1 && page === 1) return null
  return (
    <nav aria-label={t('photos.page', { page, pages })} className="flex flex-wrap items-center gap-3">
      {page > 1 && (
        <ButtonLink to={photosLink({ page: String(Math.min(page - 1, pages)) })} tone="secondary">
          {t('photos.newer')}
        </ButtonLink>
      )}
      <p>{t('photos.page', { page, pages })}</p>
      {page < pages && (
        <ButtonLink to={photosLink({ page: String(page + 1) })} tone="secondary">
          {t('photos.older')}
        </ButtonLink>
      )}
    </nav>
  )
}
