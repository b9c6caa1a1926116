import { inputClasses } from '#web/ui/form/input-classes.ts'
import { useText } from '#web/ui/text.tsx'

type ServiceSearchProps = {
  typed: string
  /** How many services match. */ found: number
  onType: (typed: string) => void
}

/** Shows only the services that match, as the guest types; only with scripts. */
export function ServiceSearch({ typed, found, onType }: ServiceSearchProps) {
  const t = useText()
  return (
    <div role="search" className="scripted mb-4 grid max-w-[32rem] gap-1.5">
      <label htmlFor="search" className="font-medium">
        {t('shell.searchServices')}
      </label>
      <input
        id="search"
        type="search"
        value={typed}
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          // It is in the form that continues.
          if (event.key === 'Enter') event.preventDefault()
        }}
        className={inputClasses}
      />
      <p role="status" className={found > 0 ? 'sr-only' : 'py-2 text-muted'}>
        {typed.trim() && (found > 0 ? t('services.found', { count: found }) : t('services.noMatch'))}
      </p>
    </div>
  )
}
