import { Clock, Mail, MapPin, Phone } from 'lucide'
import { cookiesLink, termsLink } from '#contract/links.ts'
import { Icon } from '../ui/icon.tsx'
import type { RootData } from '../site/root-data.ts'
import { useText } from '../ui/text.tsx'
import { TenantText } from '../ui/tenant-text.tsx'
import { Link } from '../ui/link.tsx'

const linkClasses = 'inline-flex min-h-11 items-center gap-2 underline underline-offset-4'

/** Address and contact of the business, in the same place on every page. */
export function Footer({ data: { brand, footer, now, platformName } }: { data: RootData }) {
  const t = useText()
  const { address, phone, tel, email } = brand
  return (
    <footer className="site-footer border-t border-line bg-surface">
      <div className="mx-auto grid w-full max-w-[72rem] gap-4 px-4 py-8 text-sm text-muted sm:grid-cols-2 sm:px-6">
        <ul className="grid">
          {address && (
            <li className="flex min-h-11 items-center gap-2">
              <Icon of={MapPin} size={16} />
              <span>{`${address.street}, ${address.postalcode} ${address.city}`}</span>
            </li>
          )}
          {footer.hours && (
            <li className="tabular flex min-h-11 items-center gap-2">
              <Icon of={Clock} size={16} />
              <span>{footer.hours}</span>
            </li>
          )}
          {phone && (
            <li>
              <a className={linkClasses} href={`tel:${tel}`}>
                <Icon of={Phone} size={16} />
                <span>{phone}</span>
              </a>
            </li>
          )}
          {email && (
            <li>
              <a className={linkClasses} href={`mailto:${email}`}>
                <Icon of={Mail} size={16} />
                <span>{email}</span>
              </a>
            </li>
          )}
        </ul>
        <div className="sm:text-right">
          <ul className="flex flex-wrap gap-x-4 sm:justify-end">
            {footer.links.map(({ to, label, own }) => (
              <li key={to}>
                <Link to={to} className={linkClasses}>
                  {own ? <TenantText>{label}</TenantText> : label}
                </Link>
              </li>
            ))}
            <li>
              <Link to={termsLink()} className={linkClasses}>
                {t('shell.terms')}
              </Link>
            </li>
            {brand.counted && (
              <li>
                <Link to={cookiesLink()} className={linkClasses}>
                  {t('consent.title')}
                </Link>
              </li>
            )}
          </ul>
          <p>
            <span className="copyright">
              <span>{`© ${new Date(now).getUTCFullYear()} ${brand.companyname}`}</span>
              <br />
            </span>
            <span>{t('shell.platform', { platform: platformName })}</span>
          </p>
        </div>
      </div>
    </footer>
  )
}
