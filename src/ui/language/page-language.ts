import { DirectionContext } from '@mantine/core'
import { useLayoutEffect, useMemo } from 'react'
import { LANGUAGE_TABLE, type Language } from './languages.ts'

/** For Mantine's parts inside: which side they begin at. */
export const PageDirectionProvider = DirectionContext.Provider

/** Has the document say its language and direction while this page stands; answers the value for Mantine's parts. */
export function usePageLanguage(language: Language) {
  const { dir } = LANGUAGE_TABLE[language]
  useLayoutEffect(() => {
    const { documentElement: root } = document
    const before = { lang: root.lang, dir: root.dir }
    Object.assign(root, { lang: language, dir })
    return () => void Object.assign(root, before)
  }, [language, dir])
  return useMemo(() => ({ dir, setDirection: ignore, toggleDirection: ignore }), [dir])
}

/** The language says the direction; nobody turns it by itself. */
const ignore = () => undefined
