import { Mail, MapPin, Phone } from 'lucide'
import { cookiesLink, termsLink } from '#contract/links.ts'
import { Icon } from '../ui/icon.tsx'
import type { RootData } from '../site/root-data.ts'
import { useText } from '../ui/text.tsx'
import { Link } from '../ui/link.tsx'

/** Address and contact of the business, in the same place on every page. */
export function Footer({ data: { brand, now, platformName } }: { data: RootData }) {
  const t = useText()
  const { address, phone, email } = brand
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto grid w-full max-w-[72rem] gap-4 px-4 py-8 text-sm text-muted sm:grid-cols-2 sm:px-6">
        <ul className="grid">
          {address && (
            <li className="flex min-h-11 items-center gap-2">
              <Icon of={MapPin} size={16} />
              {`${address.street}, ${address.postalcode} ${address.city}`}
            </li>
          )}
          {phone && (
            <li>
              <a
                className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
                href={`tel:${phone.replace(/\s/g, '')}`}
              >
                <Icon of={Phone} size={16} />
                {phone}
              </a>
            </li>
          )}
          {email && (
            <li>
              <a
                className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
                href={`mailto:${email}`}
              >
                <Icon of={Mail} size={16} />
                {email}
              </a>
            </li>
          )}
        </ul>
        <div className="sm:text-right">
          <p>
            <Link to={termsLink()} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {t('shell.terms')}
            </Link>
            {brand.counted && (
              <Link
                to={cookiesLink()}
                className="ml-4 inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {t('consent.title')}
              </Link>
            )}
          </p>
          <p>
            <span className="copyright">
              {`© ${new Date(now).getUTCFullYear()} ${brand.companyname}`}
              <br />
            </span>
            {t('shell.platform', { platform: platformName })}
          </p>
        </div>
      </div>
    </footer>
  )
}
