import { useEffect, useEffectEvent, useRef } from 'react'
import { Form, useNavigate, useSearchParams, useSubmit } from 'react-router'
import { memoize } from '#domain/memoize.ts'
import { loginLink, priceListLink } from '#contract/links.ts'
import { requireSignInOffered } from '#web/request/guard.ts'
import { publicHead, publicMeta } from '#web/request/page-meta.ts'
import { revalidateUnlessQuery } from '#web/request/revalidate.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import type { Route } from './+types/price-list'
import type { ListedService, ListedType } from '#web/service/listed-types.ts'
import { SEARCH_FROM } from '#web/service/matching.ts'
import { loadPriceList, type PriceList } from './load-price-list.ts'
import { PriceSearch } from './price-search.tsx'
import { ServiceCard } from './service-card.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requireSignInOffered(context)
  const { list, page, words } = await loadPriceList(ctx)
  ctx.setMetadata(page)
  return {
    list,
    words,
    head: publicHead(ctx, page),
    text: ctx.messages(['price', 'services']),
  }
}

// The loader data has all types: choosing one, searching, or opening a description needs no request.
export const shouldRevalidate = revalidateUnlessQuery

export const meta = (args: Route.MetaArgs) => publicMeta(args)

const lists = memoize<PriceList>(100)

export default function Prices({ loaderData: { list } }: Route.ComponentProps) {
  const t = useText()
  const { types, vatNote, membersNote } = lists(list, () => JSON.parse(list) as PriceList)
  const [search] = useSearchParams()
  const chosen = types.find((type) => type.id === search.get('type')) ?? types[0]
  const typed = search.get('q')?.trim() ?? ''
  const all = types.flatMap(({ services }) => services)
  const read = all.find((service) => service.id === search.get('info'))
  return (
    <Page title={t('price.title')} lead={chosen && t('price.lead')}>
      {chosen && (typed || all.length >= SEARCH_FROM) && <PriceSearch types={types} typed={typed} />}
      {!typed && types.length > 1 && <TypePicker types={types} chosen={chosen?.id ?? ''} />}
      {!typed && chosen && <TypePanel type={chosen} single={types.length === 1} />}
      {membersNote && (
        <p className="mt-6 rounded-xl bg-brand-soft p-4 text-on-brand-soft">
          <Link to={loginLink({ to: priceListLink() })} className="underline underline-offset-4">
            {membersNote}
          </Link>
        </p>
      )}
      {chosen ? (
        <p className="mt-6 text-sm text-muted">{vatNote}</p>
      ) : (
        !membersNote && (
          <p className="mt-6 rounded-xl border border-dashed border-control p-6 text-muted">
            {t('price.none')}
          </p>
        )
      )}
      {chosen && <PreVisit back={priceListLink(typed ? { q: typed } : { type: chosen.id })} service={read} />}
    </Page>
  )
}

/** Tabs on wide screens, a select on small ones. Both navigate by URL, so they work without scripts. */
function TypePicker({ types, chosen }: { types: ListedType[]; chosen: string }) {
  const t = useText()
  const tenantText = useTenantText()
  const navigate = useNavigate()
  const submit = useSubmit()
  const select = useRef<HTMLSelectElement>(null)
  // Adopts what was chosen before hydration.
  const adoptSelection = useEffectEvent(() => {
    if (select.current?.form && select.current.value !== chosen)
      void submit(select.current.form, { replace: true, preventScrollReset: true })
  })
  useEffect(() => adoptSelection(), [])
  const step = (by: number) => {
    const next = types[(types.findIndex((type) => type.id === chosen) + by + types.length) % types.length]
    if (!next) return
    void navigate(`?type=${next.id}`, { replace: true, preventScrollReset: true })
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <>
      <Form
        method="get"
        className="flex items-end gap-2 sm:hidden"
        onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
      >
        <label className="grid grow gap-1.5 font-medium">
          <span>{t('price.type')}</span>
          <select
            ref={select}
            key={chosen}
            name="type"
            defaultValue={chosen}
            className="min-h-11 w-full rounded border border-control bg-surface px-3 text-base text-text"
          >
            {types.map((type) => (
              <option key={type.id} value={type.id} lang={tenantText(type.label).lang}>
                {tenantText(type.label).text}
              </option>
            ))}
          </select>
        </label>
        <noscript>
          <Button type="submit" tone="secondary">
            {t('price.show')}
          </Button>
        </noscript>
      </Form>
      <div
        role="tablist"
        aria-label={t('price.type')}
        className="hidden flex-wrap gap-x-1 border-b border-line sm:flex"
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') step(1)
          if (event.key === 'ArrowLeft') step(-1)
        }}
      >
        {types.map((type) => (
          <Link
            key={type.id}
            id={`tab-${type.id}`}
            role="tab"
            to={`?type=${type.id}`}
            replace
            preventScrollReset
            aria-selected={type.id === chosen}
            aria-controls="panel"
            tabIndex={type.id === chosen ? 0 : -1}
            className="-mb-px flex min-h-11 items-center border-b-2 border-transparent px-4 text-muted no-underline hover:text-text aria-selected:border-brand-line aria-selected:font-semibold aria-selected:text-text"
          >
            <TenantText>{type.label}</TenantText>
          </Link>
        ))}
      </div>
    </>
  )
}

function TypePanel({ type, single }: { type: ListedType; single: boolean }) {
  const tenantText = useTenantText()
  return (
    <section aria-label={tenantText(type.label).text} {...(single ? {} : { id: 'panel', role: 'tabpanel' })}>
      <ul className="grid md:grid-cols-2 md:gap-x-12">
        {type.services.map((service) => (
          <ServiceCard key={service.id} service={service} list={{ type: type.id }} />
        ))}
      </ul>
    </section>
  )
}

function PreVisit({ back, service }: { back: string; service: ListedService | undefined }) {
  const t = useText()
  const tenantText = useTenantText()
  const read = tenantText(service?.preVisit ?? '')
  const navigate = useNavigate()
  return (
    <Dialog
      open={service !== undefined}
      title={<TenantText>{service?.name}</TenantText>}
      onClose={() => void navigate(back, { replace: true, preventScrollReset: true })}
    >
      <p className="whitespace-pre-line" lang={read.lang}>
        {read.text}
      </p>
      <div className="flex justify-end gap-2">
        <ButtonLink to={back} replace preventScrollReset tone="secondary">
          {t('price.close')}
        </ButtonLink>
        <ButtonLink to={back} replace preventScrollReset>
          {t('price.ok')}
        </ButtonLink>
      </div>
    </Dialog>
  )
}
