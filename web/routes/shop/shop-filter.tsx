import { useEffect, useRef, type ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'
import { shopLink } from '#contract/links.ts'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { ShopChoice, ShopList } from './load-shop.ts'

type Props = { types: ShopList['types']; chosen: ShopChoice }

/** The choice of types, the search and the stock: links and a form that navigate, with or without scripts. */
export function ShopFilter({ types, chosen }: Props) {
  const t = useText()
  const translate = useTenantText()
  const list = useListAt(chosen.type, types.map(({ name }) => translate(name).text).join())
  const to = (type: string | undefined) =>
    shopLink({
      ...(type ? { type } : {}),
      ...(chosen.inStock ? { stock: 'true' } : {}),
      ...(chosen.typed ? { q: chosen.typed } : {}),
    })
  return (
    // The types are wider than a phone: they scroll, and the page does not.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SearchForm chosen={chosen} />
      {types.length > 1 && (
        <nav aria-label={t('shop.type')}>
          <ul ref={list} className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 sm:mx-0 sm:flex-wrap sm:px-0">
            <TypeLink to={to(undefined)} current={chosen.type === null}>
              {t('shop.all')}
            </TypeLink>
            {types.map(({ id, name }) => (
              <TypeLink key={id} to={to(id)} current={chosen.type === id}>
                <TenantText>{name}</TenantText>
              </TypeLink>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

/**
 * A list that is scrolled sideways to its current entry; the page itself stays where it is. Translated names,
 * which may arrive later, have other widths.
 */
function useListAt(type: string | null, names: string) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current=true]')
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 4
  }, [type, names])
  return list
}

const TypeLink = ({ to, current, children }: { to: string; current: boolean; children: ReactNode }) => (
  <li className="shrink-0">
    <Link
      to={to}
      preventScrollReset
      aria-current={current ? 'true' : undefined}
      className="flex min-h-11 items-center rounded-full border border-control bg-surface px-4 whitespace-nowrap no-underline hover:bg-brand-soft aria-[current=true]:border-brand-line aria-[current=true]:bg-brand-soft aria-[current=true]:font-semibold aria-[current=true]:text-on-brand-soft"
    >
      {children}
    </Link>
  </li>
)

function SearchForm({ chosen }: { chosen: ShopChoice }) {
  const t = useText()
  const submit = useSubmit()
  const stock = useRef<HTMLInputElement>(null)
  const last = useRef(chosen)
  // The box follows the URL without being replaced: the focus, and what was ticked before hydration, stay.
  useEffect(() => {
    if (last.current === chosen) return
    last.current = chosen
    if (stock.current) stock.current.checked = chosen.inStock
  }, [chosen])
  return (
    <Form method="get" role="search" action={shopLink()} className="grid gap-3" preventScrollReset>
      {chosen.type && <input type="hidden" name="type" value={chosen.type} />}
      <SearchField label={t('shop.search')} typed={chosen.typed} />
      <label className="flex min-h-11 w-fit items-center gap-3">
        <input
          ref={stock}
          type="checkbox"
          name="stock"
          value="true"
          defaultChecked={chosen.inStock}
          onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
          className="size-6 accent-brand-line"
        />
        <span>{t('shop.onlyInStock')}</span>
      </label>
    </Form>
  )
}
