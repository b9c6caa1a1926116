import type { Locale } from '#domain/language.ts'

/** A language of the picker: English name, own name, and the flag of its best-known country. */
type Language = { locale: Locale; name: string; native: string; flag: string }

export const languages: readonly Language[] = [
  { locale: 'en', name: 'English', native: 'English', flag: '🇬🇧' },
  { locale: 'da', name: 'Danish', native: 'Dansk', flag: '🇩🇰' },
  { locale: 'de', name: 'German', native: 'Deutsch', flag: '🇩🇪' },
  { locale: 'es', name: 'Spanish', native: 'Español', flag: '🇪🇸' },
  { locale: 'fr', name: 'French', native: 'Français', flag: '🇫🇷' },
  { locale: 'it', name: 'Italian', native: 'Italiano', flag: '🇮🇹' },
  { locale: 'nl', name: 'Dutch', native: 'Nederlands', flag: '🇳🇱' },
  { locale: 'no', name: 'Norwegian', native: 'Norsk', flag: '🇳🇴' },
  { locale: 'pl', name: 'Polish', native: 'Polski', flag: '🇵🇱' },
  { locale: 'pt', name: 'Portuguese', native: 'Português', flag: '🇵🇹' },
  { locale: 'sv', name: 'Swedish', native: 'Svenska', flag: '🇸🇪' },
]
