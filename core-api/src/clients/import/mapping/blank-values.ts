import type { ImportTarget } from '@agency/contract/client-imports'
import { squeezedForm } from '@agency/contract/normal-form'

/** Words for no value. */
const blanks = new Set(
  'na,null,none,nil,unknown,undefined,nan,notapplicable,notavailable,notprovided,notgiven,nodata,noemail,noemailaddress,nophone,nophonenumber,noaddress,tbd,blank,missing,noaplica,ninguno,ninguna,notiene,desconocido,sindato,sindatos,sincorreo,nenhum,naotem,desconhecido,semdados'.split(
    ',',
  ),
)

/** People are called Na, Null or Blank. */
const isNamed = (target: ImportTarget, text: string): boolean =>
  /(?:^|_)name$/.test(target) && /^(?:Na|Nan|Nil|Null|Blank|Missing)$/.test(text)

/** A sign for the value of the row above, or a word for that of another cell. */
export const isDitto = (target: ImportTarget, text: string): boolean =>
  text.length <= 25 &&
  !/^notes|_name$/.test(target) &&
  /^(?:["”“〃]{1,2}|''|(?:same|ditto|idem|igual|mismo)\b[^\d@]*)$/i.test(text)

/** What stands in a column of spouses where no name does: whether there is one. */
export const isMaritalState = (target: ImportTarget, text: string): boolean =>
  target === 'spouse_name' &&
  /^\(?(?:divorced|separated|widow(?:ed|er)?|single|married|never married|deceased|passed(?: away)?|dec\.?|see notes|yes|soltero|soltera|casado|casada|viudo|viuda|divorciado|divorciada|solteiro|solteira|vi[uú]vo|vi[uú]va)\)?$/i.test(
    text,
  )

export const isBlank = (target: ImportTarget, text: string): boolean =>
  isDitto(target, text) ||
  /^(?:\\N|<(?:none|null|n\/?a|blank|empty)>)$/i.test(text) ||
  /^[-–—./?()_\s]*$/.test(text) ||
  (target === 'spouse_name' && /^(?:no|x|0)$/i.test(text)) ||
  (/^policy\.(?:number|member_id|application_id)$/.test(target) &&
    /^(?:0+|pending|new|none|assigned|awaiting|binder|applied|to follow|tbd|(?:to be|not yet) assigned|en tr[aá]mite|pendiente)$/i.test(
      text,
    )) ||
  (/date$|effective$/.test(target) &&
    /^(?:indefinid[oa]|indeterminad[oa]|open(?: ended)?|ongoing|present|current|never|0)$/i.test(text)) ||
  (/(?:phone|email|ssn|dob|medicarenumber|medicaidnumber)$/.test(target) &&
    /^(?:refused|declined|needs?(?: it)?|ask|pending|\?+|later|private|s\/[nc]|en tr[aá]mite|pendiente)$/i.test(
      text,
    )) ||
  (!isNamed(target, text) && blanks.has(squeezedForm(text.replace(/^#(?=n\/a)|\//gi, ''))))
