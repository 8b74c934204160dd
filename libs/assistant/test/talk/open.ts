/**
 * Conversations that fall short, by verdict; `trap` in the data says what each is about. One that is mended must leave
 * the list.
 */
export const OPEN: Readonly<Record<'wrong' | 'harmful', string>> = {
  wrong: `
    r1-10 r1-24 r1-36 r2-09 r2-16 r3-07 r3-16 r3-19 r3-27 r3-28
    r3-29 r3-30 r3-37 r3-42 r3-52 r4-18 r4-37
    r4-39 r4-41 r4-45 r4-46 r5-01 r5-33 r5-36 r5-43 r5-45 r6-20
    r20-59 r24-26
    r39-14
    r41-51
    r46-10 r47-58 r48-13
    r63-43 r63-50 r64-16 r64-45
    r65-05 r65-40
    r69-35 r70-39 r70-43 r71-36
    r73-31 r74-32 r74-36 r75-15 r76-39
    r77-04 r77-16 r77-29 r77-31 r78-02 r78-25 r78-28 r78-45 r79-10 r79-17 r79-20
    r79-23 r79-27 r79-34 r79-43 r79-44 r80-05 r80-12 r80-20 r80-37 r81-13 r81-25 r82-59
    r83-06 r83-16 r83-20 r83-23 r83-24 r83-39 r84-20 r84-47 r84-59
    r85-38 r86-05 r86-15 r86-24 r86-25 r86-42 r86-47
    r91-18 r91-46 r92-46 r92-59 r95-40 r99-33 r99-38 r100-25 r101-53
    r102-09 r102-27 r102-54 r103-59 r106-36
    r108-07 r108-33 r108-55 r109-35 r109-55 r110-26 r110-45
  `,
  harmful: 'r74-15 r76-23 r78-29 r106-40 r108-16 r109-37 r110-15',
};
