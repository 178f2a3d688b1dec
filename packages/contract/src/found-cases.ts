/** Cases of names, numbers and passcodes, which tests of the contract, of SQL and the API, and of screens run. */

/** A stored name (first, last) and what people type to find it. */
export const nameCases: readonly { stored: readonly [string, string]; typed: readonly string[] }[] = [
  {
    stored: ['Mary', 'O’Brien'],
    typed: ["o'brien", 'o’brien', 'obrien', 'O`Brien', 'O´Brien', 'Oʼbrien', 'brien, mary'],
  },
  { stored: ['Ana', 'd’Arcy L’Hôpital'], typed: ["d'arcy l'hopital", 'darcy', 'lhopital', 'd′arcy', 'hôpital'] },
  { stored: ['Đinh', 'Đặng'], typed: ['dang', 'dinh dang', 'ĐẶNG', 'Đặng'.normalize('NFD')] },
  { stored: ['Lars', 'Ødegård'], typed: ['odegard', 'ØDEGÅRD', 'Odegård'] },
  { stored: ['Łukasz', 'Nowak'], typed: ['lukasz', 'ŁUKASZ nowak'] },
  { stored: ['Can', 'Yılmaz'], typed: ['yilmaz', 'YILMAZ', 'yılmaz'] },
  { stored: ['İpek', 'Işık'], typed: ['ipek', 'isik', 'IPEK'] },
  { stored: ['Misc', 'Elany'], typed: ['Elany, Misc', 'elany;misc', 'ELANY / misc'] },
  { stored: ['Jean‑Luc', 'Strauß'], typed: ['jean-luc', 'jean luc', 'jeanluc', 'strauss', 'STRAUẞ'] },
  { stored: ['Guðrún', 'Þórðardóttir'], typed: ['gudrun', 'thordardottir'] },
  { stored: ['Ħadra', 'Æbelø-Œuvray'], typed: ['hadra', 'aebelo', 'oeuvray', 'æbelø–œuvray'] },
  {
    stored: ['Anna', 'van der Berg'],
    typed: ['vanderberg', 'van\u00a0der\u2009berg', 'van der  berg', 'Van-der-Berg'],
  },
  { stored: ['Zo\u00adë', 'St. John'], typed: ['zoe', 'st john', 'st.john', 'stjohn', '\u200bzoe\u202c'] },
  { stored: ['Ｍａｒｉｏ', 'ﬁlippi'], typed: ['mario', 'filippi'] },
  { stored: ['Jürgen', 'Müller'], typed: ['mueller', 'juergen', 'jurgen mueller', 'Mu\u0308ller', 'MÜLLER, J'] },
  { stored: ['Uwe', 'Goetz-Muehlbauer'], typed: ['mühlbauer', 'Uwe Götz', 'goetz', 'MÜHL'] },
  { stored: ['Søren', 'Aagaard'], typed: ['soeren', 'Ågård', 'sören aagård', 'A\u030agård'] },
  { stored: ['Åsa', 'Grönlund'], typed: ['aasa groenlund', 'asa gronlund', 'grønlund'] },
  { stored: ['Ngọc Ánh', 'Nguyễn Thị'], typed: ['nguyen thi', 'anh ngoc', 'NGUYỄN', 'Nguyễn Thị'.normalize('NFD')] },
  { stored: ['Wójciech', 'Brzęczyszczykiewicz-Żółć'], typed: ['wojciech', 'brzeczyszczykiewicz zolc', 'żółć'] },
  { stored: ['Şule', 'Çağlıoğlu'], typed: ['sule', 'caglioglu', 'ÇAĞLIOĞLU', 'cağlioglu'] },
  { stored: ['Ævar', 'Ísleifsdóttir'], typed: ['aevar', 'isleifsdottir', 'ÆVAR'] },
  { stored: ['Sean', 'O’Neil–Smith'], typed: ["o'neil-smith", 'oneil smith', 'oneilsmith', 'O‘Neil—Smith'] },
  {
    stored: ['María José', 'García-López de la Peña'],
    typed: ['garcia lopez', 'delapena', 'maria garcía', 'LÓPEZ DE LA'],
  },
  { stored: ['Martin', 'King, Jr.'], typed: ['king jr', 'King Jr.', 'king,jr', 'martin king'] },
  { stored: ['小龍', '李'], typed: ['李小龍', '小龍', '李 小龍'] },
  { stored: ['Νίκος', 'Παπαδόπουλος'], typed: ['νικος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'] },
]

export interface PhoneCase {
  readonly typed: string
  /** As screens show it. */
  readonly shown: string
  /** E.164; null if it is not one whole number. */
  readonly dialled: string | null
  readonly extension?: string
  /** What it is compared by. */
  readonly digits: string
}

const miami = { shown: '305-555-0147', dialled: '+13055550147', digits: '3055550147' }
const raw = (typed: string, others: Omit<PhoneCase, 'typed' | 'shown'>): PhoneCase => ({
  typed,
  shown: typed,
  ...others,
})
const office = { dialled: '+17865550001', extension: '4', digits: '7865550001' }
const london = { dialled: '+442079460958', digits: '442079460958' }

export const phoneCases: readonly PhoneCase[] = [
  { typed: '305\u2011555\u20110147', ...miami },
  { typed: '\u202d305-555-0147\u202c', ...miami },
  { typed: '\u200e+1\u00a0305\u2009555\u20130147\u200f', ...miami },
  { typed: '1 (305) 555-0147', ...miami },
  { typed: '+1.305.555.0147', ...miami },
  { typed: 'tel:+1-305-555-0147', ...miami },
  { typed: 'Tel.: 305 555 0147', ...miami },
  { typed: '305 555 0147 (cell)', ...miami },
  { typed: '305·555·0147', ...miami },
  { typed: '305.555.0147', ...miami },
  { typed: '305 — 555 — 0147', ...miami },
  { typed: 'Móvil: 305/555/0147', ...miami },
  { typed: '\u200e(305)\u00a0555\u20110147\u202c', ...miami },
  { typed: '（３０５）５５５－０１４７', ...miami },
  { typed: '305\u00ad555\u200b0147', ...miami },
  raw('786-555-0001 ext 4', office),
  raw('(786) 555-0001 x4', office),
  raw('7865550001 Ext. 4', office),
  raw('1-786-555-0001, extensión 4', office),
  raw('786 555 0001 int. 4', office),
  raw('786-555-0001 interno 4', office),
  raw('001 305 555 0147', { dialled: '+13055550147', digits: '3055550147' }),
  raw('011 52 55 1234 5678', { dialled: '+525512345678', digits: '525512345678' }),
  raw('786 555 0001 #4', office),
  raw('tel:+1-786-555-0001;ext=4', office),
  raw('(786)5550001x4', office),
  raw('786 555 0001 Ramal 4', office),
  { ...raw('+1 (786) 555-0001 ext. 4', office), typed: '+1 (786) 555\u20110001 ext. 4' },
  { ...raw('786-555-0001 ext 4', office), typed: '７８６－５５５－０００１ ｅｘｔ ４' },
  raw('305-555-0147 Maria', { dialled: null, digits: '3055550147' }),
  raw('305-555-O147', { dialled: null, digits: '305555147' }),
  raw('+44 20 7946 0958', london),
  // Ten digits with a country code.
  raw('+49 30 123456', { dialled: '+4930123456', digits: '4930123456' }),
  raw('+44 (0)20 7946 0958', london),
  { ...raw('+442079460958', london), typed: '\u202a+442079460958\u202c' },
  raw('305 555 01999', { dialled: null, digits: '30555501999' }),
  raw('+1 305 555 01999', { dialled: null, digits: '130555501999' }),
  raw('555-0149', { dialled: null, digits: '5550149' }),
  raw('305-555-0147 or 786-555-0148', { dialled: null, digits: '30555501477865550148' }),
  raw('do not call 305-555-0147', { dialled: null, digits: '3055550147' }),
  raw('ask Carlos', { dialled: null, digits: '' }),
]

/** A passcode as it was suggested or chosen, and how clients type it on a phone. */
export const passcodeCases: readonly { stored: string; typed: readonly string[] }[] = [
  { stored: 'muñoz0147', typed: ['mun\u0303oz0147', 'MUÑOZ0147', 'munoz0147', ' Muñoz 0147 '] },
  { stored: 'o’brien0147', typed: ["o'brien0147", 'O’Brien0147', 'obrien0147', 'oʼbrien0147'] },
  { stored: 'van der berg2026', typed: ['vanderberg2026', 'Van  der Berg2026', 'van\u00a0der\u00a0berg2026\u200b'] },
  { stored: "o'néil5014", typed: ['oneil5014', 'O’NEIL5014', 'O’NE\u0301IL5014'] },
  { stored: 'łukasz‑øst0147', typed: ['lukasz-ost0147', 'ŁUKASZØST0147'] },
  { stored: 'bcdf-ghjk-mnpq', typed: ['bcdfghjkmnpq', 'BCDF–GHJK–MNPQ'] },
]
