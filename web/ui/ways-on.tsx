import { Form } from 'react-router'
import { appointmentsLink, bookLink, landingLink, priceListLink } from '#contract/links.ts'
import { useRootData } from '../site/use-root-data.ts'
import { ButtonLink } from './button.tsx'
import { SearchField } from './form/search-field.tsx'
import { Link } from './link.tsx'
import { TenantText } from './tenant-text.tsx'
import { useText } from './text.tsx'

/** Where to go from a page that shows nothing of what was asked for: the search, the booking, the menu. */
export function WaysOn() {
  const t = useText()
  const { brand, guest, menu } = useRootData()
  return (
    <div className="mt-10 grid gap-6 border-t border-line pt-6">
      {brand.signIn && (
        <>
          <Form method="get" role="search" action={priceListLink()}>
            <SearchField label={t('shell.searchServices')} />
          </Form>
          <ButtonLink
            to={guest ? appointmentsLink() : bookLink()}
            tone="secondary"
            className="justify-self-start"
          >
            {t('shell.book')}
          </ButtonLink>
        </>
      )}
      <nav aria-label={t('shell.menu')}>
        <ul className="grid sm:grid-cols-2 sm:gap-x-6">
          {menu.entries
            .filter(({ to }) => to !== landingLink() && to !== appointmentsLink())
            .map(({ to, label, own }) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
                  {own ? <TenantText>{label}</TenantText> : label}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  )
}
