-- Nobody is referred without being heard unless an administrator allows it. A choice that was saved stays.
alter table case_policy alter column may_refer_unheard set default false;
