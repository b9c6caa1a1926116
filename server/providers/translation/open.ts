import type { Config } from '#server/config/config.ts'
import { googleV2 } from './google-v2.ts'
import { googleV3 } from './google-v3.ts'
import { libreTranslate } from './libre-translate.ts'
import { TranslationRejected, type TranslationProvider } from './port.ts'

/** Creates the translation provider of the settings; `simulator`: the one for TRANSLATION=simulator. */
export function openTranslation(
  { translation }: Pick<Config, 'translation'>,
  simulator = noTranslation(),
): TranslationProvider {
  switch (translation.provider) {
    case 'google-v2':
      return googleV2(translation)
    case 'google-v3':
      return googleV3(translation)
    case 'libretranslate':
      return libreTranslate(translation)
    case 'simulator':
      return simulator
    case 'off':
      return noTranslation()
  }
}

/** For installations without translation, where nothing is requested. */
const noTranslation = (): TranslationProvider => ({
  name: 'off',
  async translate() {
    throw new TranslationRejected('off')
  },
})
